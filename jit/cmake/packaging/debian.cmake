# SPDX-License-Identifier: Apache-2.0
# cpack makes one package of all. What its libraries need is found by dpkg-shlibdeps; its headers need other headers.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME hone)
set(CPACK_PACKAGE_CONTACT "The Hone developers <hone@localhost>" CACHE STRING "Maintainer of the Debian package")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX "${CMAKE_INSTALL_PREFIX}")   # the library knows this one
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}/lib")   # a shared libhone is in the package itself
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libboost-dev (>= 1.74), libeigen3-dev (>= 3.4)")
include(CPack)
