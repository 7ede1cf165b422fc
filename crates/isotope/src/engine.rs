//! What runs a launch: the interpreter, or code of the host beside it.

use isotope_machine::native::Native;
use isotope_machine::{Dispatch, Options, Report, launch};

use crate::error::{Error, Result};

/// What runs a launch. Memory, counts and stops are the same whichever it is.
///
/// # Examples
/// ```
/// use isotope::Engine;
/// assert_eq!(Engine::parse("auto")?, Engine::Auto);
/// assert!(Engine::parse("fast").unwrap_err().to_string().contains("auto, interp or jit"));
/// # Ok::<(), isotope::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// JIT-compile hot code of launches that are not observed; interpret the rest.
    Auto,
    /// The interpreter.
    Interp,
    /// JIT-compile from the first step where possible.
    Jit,
}

impl Engine {
    /// The engine of a launch that names none.
    pub const DEFAULT: Engine = Engine::Auto;

    /// All of them.
    pub const ALL: [Engine; 3] = [Engine::Auto, Engine::Interp, Engine::Jit];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Interp => "interp",
            Engine::Jit => "jit",
        }
    }

    /// The one of a name.
    ///
    /// # Errors
    /// When there is none.
    pub fn parse(name: &str) -> Result<Engine> {
        let found = Engine::ALL.into_iter().find(|engine| engine.name() == name);
        found.ok_or_else(|| Error::new(format!("engine: expected auto, interp or jit, found `{name}`")))
    }

    /// The JIT-compiled code beside the interpreter. `None` if the engine is the interpreter, the dispatch does not allow code, or there is
    /// no JIT for this host.
    pub fn code<'d>(self, dispatch: &'d Dispatch) -> Option<Box<dyn Native + 'd>> {
        match self {
            Engine::Interp => None,
            #[cfg(target_family = "wasm")]
            Engine::Auto | Engine::Jit => {
                let _ = dispatch;
                None
            }
            #[cfg(not(target_family = "wasm"))]
            Engine::Auto => isotope_jit::Jit::new(dispatch).map(|code| Box::new(code) as Box<dyn Native>),
            #[cfg(not(target_family = "wasm"))]
            Engine::Jit => isotope_jit::Jit::after(dispatch, 0).map(|code| Box::new(code) as Box<dyn Native>),
        }
    }

    /// Runs a dispatch to its end.
    pub fn launch(self, dispatch: &Dispatch, memory: &isotope_machine::mem::Memory, options: Options<'_>) -> Report {
        let code = self.code(dispatch);
        launch(dispatch, memory, Options { native: code.as_deref(), ..options })
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Request, argument, prepare};

    #[test]
    fn every_engine_leaves_the_same() {
        let image = crate::load(include_bytes!("../samples/histogram256.cubin")).unwrap();
        let arguments = ["data=u8[4096]:7", "1024", "bins=u32[256]:0"].map(|text| argument(text).unwrap());
        let left = Engine::ALL.map(|engine| {
            assert_eq!(Engine::parse(engine.name()).unwrap(), engine);
            let request = Request::new(4, 64, arguments.clone().into());
            let prepared = prepare(&image, &request, |_| unreachable!()).unwrap();
            assert_eq!(engine.code(&prepared.dispatch).is_some(), engine != Engine::Interp);
            let report = engine.launch(&prepared.dispatch, &prepared.memory, Options::default());
            (report, prepared.bytes("bins", &prepared.memory).unwrap().1)
        });
        assert!(left.iter().all(|one| *one == left[0]), "{left:?}");
        assert_eq!(left[0].1[7 * 4..8 * 4], 4096u32.to_le_bytes());
    }
}
