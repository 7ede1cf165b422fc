// What the language asks of a library, as far as the kernels use it.
#[lang = "pointee_sized"]
pub trait PointeeSized {}
#[lang = "meta_sized"]
pub trait MetaSized: PointeeSized {}
#[lang = "sized"]
pub trait Sized: MetaSized {}
#[lang = "copy"]
pub trait Copy {}
#[lang = "legacy_receiver"]
pub trait LegacyReceiver {}
impl<T: PointeeSized> LegacyReceiver for &T {}
impl<T: PointeeSized> LegacyReceiver for &mut T {}
impl<T: PointeeSized> Copy for *const T {}
impl<T: PointeeSized> Copy for *mut T {}
#[lang = "neg"]
pub trait Neg {
    type Output;
    fn neg(self) -> Self::Output;
}
#[lang = "not"]
pub trait Not {
    type Output;
    fn not(self) -> Self::Output;
}
macro_rules! operator {
    ($($item:literal $name:ident $method:ident $op:tt $assign_item:literal $assign:ident $assign_method:ident $assign_op:tt;)*) => {$(
        #[lang = $item]
        pub trait $name<Rhs = Self> {
            type Output;
            fn $method(self, rhs: Rhs) -> Self::Output;
        }
        #[lang = $assign_item]
        pub trait $assign<Rhs = Self> {
            fn $assign_method(&mut self, rhs: Rhs);
        }
        integer_operator! { $name $method $op $assign $assign_method $assign_op: u8 i8 u16 i16 u32 i32 u64 i64 u128 usize }
    )*};
}
macro_rules! integer_operator {
    ($name:ident $method:ident $op:tt $assign:ident $assign_method:ident $assign_op:tt: $($t:ty)*) => {$(
        impl $name for $t {
            type Output = $t;
            fn $method(self, rhs: $t) -> $t { self $op rhs }
        }
        impl $assign for $t {
            fn $assign_method(&mut self, rhs: $t) { *self $assign_op rhs }
        }
    )*};
}
operator! {
    "add" Add add + "add_assign" AddAssign add_assign +=;
    "sub" Sub sub - "sub_assign" SubAssign sub_assign -=;
    "mul" Mul mul * "mul_assign" MulAssign mul_assign *=;
    "div" Div div / "div_assign" DivAssign div_assign /=;
    "rem" Rem rem % "rem_assign" RemAssign rem_assign %=;
    "bitand" BitAnd bitand & "bitand_assign" BitAndAssign bitand_assign &=;
    "bitor" BitOr bitor | "bitor_assign" BitOrAssign bitor_assign |=;
    "bitxor" BitXor bitxor ^ "bitxor_assign" BitXorAssign bitxor_assign ^=;
    "shl" Shl shl << "shl_assign" ShlAssign shl_assign <<=;
    "shr" Shr shr >> "shr_assign" ShrAssign shr_assign >>=;
}
macro_rules! float_operator {
    ($($t:ty)*) => {$(
        impl Add for $t { type Output = $t; fn add(self, rhs: $t) -> $t { self + rhs } }
        impl Mul for $t { type Output = $t; fn mul(self, rhs: $t) -> $t { self * rhs } }
    )*};
}
float_operator! { f16 f32 f64 }
#[lang = "eq"]
pub trait PartialEq<Rhs: PointeeSized = Self>: PointeeSized {
    fn eq(&self, other: &Rhs) -> bool;
    fn ne(&self, other: &Rhs) -> bool;
}
#[lang = "partial_ord"]
pub trait PartialOrd<Rhs: PointeeSized = Self>: PartialEq<Rhs> + PointeeSized {
    fn lt(&self, other: &Rhs) -> bool;
    fn le(&self, other: &Rhs) -> bool;
    fn gt(&self, other: &Rhs) -> bool;
    fn ge(&self, other: &Rhs) -> bool;
}
macro_rules! primitive {
    ($($t:ty)*) => {$(
        impl Copy for $t {}
        impl PartialEq for $t {
            fn eq(&self, other: &$t) -> bool { *self == *other }
            fn ne(&self, other: &$t) -> bool { *self != *other }
        }
        impl PartialOrd for $t {
            fn lt(&self, other: &$t) -> bool { *self < *other }
            fn le(&self, other: &$t) -> bool { *self <= *other }
            fn gt(&self, other: &$t) -> bool { *self > *other }
            fn ge(&self, other: &$t) -> bool { *self >= *other }
        }
    )*};
}
primitive! { u8 i8 u16 i16 u32 i32 u64 i64 u128 usize f16 f32 f64 bool }
macro_rules! complement { ($($t:ty)*) => {$(impl Not for $t { type Output = $t; fn not(self) -> $t { !self } })*}; }
impl Neg for i32 {
    type Output = i32;
    fn neg(self) -> i32 { -self }
}
complement! { u8 u16 u32 u64 bool }

#[rustc_intrinsic]
pub unsafe fn offset<P, D>(pointer: P, by: D) -> P;
#[rustc_intrinsic]
pub fn ctpop<T: Copy>(v: T) -> u32;
#[rustc_intrinsic]
pub fn ctlz<T: Copy>(v: T) -> u32;
#[rustc_intrinsic]
pub fn cttz<T: Copy>(v: T) -> u32;
#[rustc_intrinsic]
pub fn bitreverse<T: Copy>(v: T) -> T;
#[rustc_intrinsic]
pub unsafe fn unchecked_div<T: Copy>(a: T, b: T) -> T;
#[rustc_intrinsic]
pub unsafe fn unchecked_rem<T: Copy>(a: T, b: T) -> T;
