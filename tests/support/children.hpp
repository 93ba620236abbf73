// SPDX-License-Identifier: Apache-2.0
/// \file
/// Work in processes of its own, for tests of what many of them do at once.
#pragma once

#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace hone::core::test {

/// A child that runs `work` and ends with its result. It leaves without destructors: they are the parent's.
template <class Work>
pid_t start_child(Work work) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(120);
    int result = 99;
    try {
      result = work();
    } catch (...) {
    }
    ::_exit(result);
  }
  return child;
}

/// What `work` returned, or 1000 and the signal that ended the child.
inline int wait_for(pid_t child) {
  int status = 0;
  if (::waitpid(child, &status, 0) != child) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

template <class Work>
int in_child(Work work) {
  return wait_for(start_child(work));
}

}  // namespace hone::core::test
