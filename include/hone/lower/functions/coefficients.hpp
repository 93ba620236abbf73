// SPDX-License-Identifier: Apache-2.0
/// \file
/// The coefficients of the elementary functions: printed by docs/functions_coefficients.py, which computes minimax
/// polynomials with a Remez exchange in 60 digits and rounds them to the type. The error is that of the polynomial,
/// relative to the function; coefficients stand from the constant term upwards.
#pragma once

#include <array>

namespace hone::core::lower::functions {

/// exp(r) = 1 + r + r^2 P(r), f32: degree 4, error 2^-28.3
inline constexpr std::array exp_coefficients_f32{
    0x1.fffffcp-2, 0x1.555492p-3, 0x1.5558eep-5, 0x1.123ap-7, 0x1.6a28d4p-10};

/// exp(r) = 1 + r + r^2 P(r), f64: degree 9, error 2^-56.8
inline constexpr std::array exp_coefficients_f64{
    0x1.0000000000009p-1, 0x1.5555555555559p-3, 0x1.55555555503cap-5, 0x1.111111110f538p-7, 0x1.6c16c186080a3p-10,
    0x1.a01a01b1291adp-13, 0x1.a01993a22582p-16, 0x1.71ddf3e6faf2p-19, 0x1.28b4212b39b65p-22, 0x1.af68075ee84aap-26};

/// log((1 + s) / (1 - s)) = 2 s + s^3 P(s^2), f32: degree 2, error 2^-29.4
inline constexpr std::array log_coefficients_f32{0x1.55557ap-1, 0x1.995ac6p-2, 0x1.327374p-2};

/// log((1 + s) / (1 - s)) = 2 s + s^3 P(s^2), f64: degree 6, error 2^-58.6
inline constexpr std::array log_coefficients_f64{
    0x1.555555555557cp-1, 0x1.99999999845d8p-2, 0x1.2492493fd0d45p-2, 0x1.c71c529dde8e9p-3, 0x1.74664f27996c2p-3,
    0x1.399c6131921a5p-3, 0x1.2f59344ba4d0dp-3};

/// sin(x) = x + x^3 P(x^2), f32: degree 2, error 2^-27.2
inline constexpr std::array sin_coefficients_f32{-0x1.555546p-3, 0x1.1106bap-7, -0x1.9906bep-13};

/// sin(x) = x + x^3 P(x^2), f64: degree 5, error 2^-57.1
inline constexpr std::array sin_coefficients_f64{
    -0x1.555555555554cp-3, 0x1.111111110fb4ap-7, -0x1.a01a019c2fea4p-13, 0x1.71de356eb0de6p-19, -0x1.ae5e4bb84bcap-26,
    0x1.5d87440c8089cp-33};

/// cos(x) = 1 - x^2 / 2 + x^4 P(x^2), f32: degree 2, error 2^-31.8
inline constexpr std::array cos_coefficients_f32{0x1.55554ep-5, -0x1.6c0e78p-10, 0x1.9a6f18p-16};

/// cos(x) = 1 - x^2 / 2 + x^4 P(x^2), f64: degree 5, error 2^-62.1
inline constexpr std::array cos_coefficients_f64{
    0x1.5555555555553p-5, -0x1.6c16c16c16131p-10, 0x1.a01a019e24894p-16, -0x1.27e4f903ab84cp-22, 0x1.1eea890e2e203p-29,
    -0x1.8ff9ad8c4644ep-37};

/// tanh(x) = x + x^3 P(x^2) for |x| <= 0.5625, f32: degree 4, error 2^-28.6
inline constexpr std::array tanh_coefficients_f32{
    -0x1.55554ap-2, 0x1.110cbp-3, -0x1.b907c2p-5, 0x1.57e86ap-6, -0x1.929f8ep-8};

/// tanh(x) = x + x^3 P(x^2) for |x| <= 0.5625, f64: degree 10, error 2^-58.9
inline constexpr std::array tanh_coefficients_f64{
    -0x1.5555555555551p-2, 0x1.11111111107ddp-3, -0x1.ba1ba1b96bb71p-5, 0x1.664f4851db26p-6, -0x1.226e2dc1be3a3p-7,
    0x1.d6d25b1f57861p-9, -0x1.7d8c272c926bdp-10, 0x1.3462ae496e1a3p-11, -0x1.e809d68b559cdp-13, 0x1.5940e78174f37p-14,
    -0x1.3c52a09cca2bep-16};

/// erf(x) = x + x P(x^2) for |x| <= 1, f32: degree 6, error 2^-29.6
inline constexpr std::array erf_coefficients_f32{
    0x1.06eba8p-3, -0x1.81273ep-2, 0x1.ce2cf8p-4, -0x1.b7f90cp-6, 0x1.5405b2p-8, -0x1.a3f6fcp-11, 0x1.496a2ap-14};

/// erf(x) = x + x P(x^2) for |x| <= 1, f64: degree 11, error 2^-56.9
inline constexpr std::array erf_coefficients_f64{
    0x1.06eba8214db68p-3, -0x1.812746b0379bdp-2, 0x1.ce2f21a040d16p-4, -0x1.b82ce311fa92ep-6, 0x1.565bccf92b15ap-8,
    -0x1.c02db03dd3dbbp-11, 0x1.f9a2baa8bcc67p-14, -0x1.f4ca4d6bd7c4ap-17, 0x1.b97fd3bc907c4p-20,
    -0x1.5c072655957bdp-23, 0x1.d71b0b7140a33p-27, -0x1.abae3f7af5454p-31};

/// log(erfc(x)) = P(x - 1.25) for 1 <= x <= 3.95, f32: degree 7, error 2^-27.0
inline constexpr std::array erfc_coefficients_f32{
    -0x1.48050ap+1, -0x1.88ab3p+1, -0x1.bdda46p-1, -0x1.0bc1ap-5, 0x1.fc4f3ap-8, -0x1.97419cp-10, 0x1.d1bf66p-13,
    -0x1.0ba5dp-16};

/// log(erfc(x)) = P(x - 1.25) for 1 <= x <= 5.95, f64: degree 23, error 2^-58.3
inline constexpr std::array erfc_coefficients_f64{
    -0x1.48050902770fdp+1, -0x1.88ab2d9950139p+1, -0x1.bddad46f5049dp-1, -0x1.0bc5a02977dc7p-5, 0x1.fea76c4abbe74p-8,
    -0x1.a540a74e2f78ap-10, 0x1.02c593502629fp-12, -0x1.50f18db550a7fp-17, -0x1.6b6ca5441ab14p-17,
    0x1.5aba3205cc5b5p-18, -0x1.84266ed84f515p-20, 0x1.0d885be5735f4p-22, -0x1.ba0bc7adc3268p-30,
    -0x1.43d3ca0b6481dp-26, 0x1.3045b1ab58f9cp-27, -0x1.7495390797001p-29, 0x1.5d36103c2ffd6p-31,
    -0x1.036f8e9f5b485p-33, 0x1.316337d7bf593p-36, -0x1.177240f079d0fp-39, 0x1.7f7e5b5ea3064p-43,
    -0x1.730e02c68278dp-47, 0x1.c2f54cbe50ae7p-52, -0x1.029f8cba81758p-57};

/// Where the polynomials of log(erfc(x)) are centred.
inline constexpr double erfc_centre = 1.25;

/// ln 2 in parts of 15, 24 bits
inline constexpr std::array ln2_parts_f32{0x1.62e4p-1, 0x1.7f7d1cp-20};

/// ln 2 in parts of 41, 53 bits
inline constexpr std::array ln2_parts_f64{0x1.62e42fefa4p-1, -0x1.8432a1b0e2634p-43};

/// pi / 2, for f32 reduced in f64, in parts of 27, 53 bits
inline constexpr std::array half_pi_parts_f32{0x1.921fb54p+0, 0x1.10b4611a62633p-30};

/// pi / 2 in parts of 33, 33, 33, 53 bits
inline constexpr std::array half_pi_parts_f64{
    0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2ep-69, 0x1.b839a252049c1p-104};

}  // namespace hone::core::lower::functions
