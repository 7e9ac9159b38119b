//! The schemas of what the program prints as JSON, in `docs/schema/`.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

use super::package_file;

/// The schemas that have been used so far.
static USED: Mutex<BTreeMap<String, (Schemas, SchemaIndex)>> = Mutex::new(BTreeMap::new());

/// Reads what the program printed or wrote, which is as the schema of this name has it,
/// and has no field that is not in it.
#[track_caller]
pub fn json(schema: &str, text: impl AsRef<[u8]>) -> Value {
    let text = text.as_ref();
    let value: Value = serde_json::from_slice(text).expect("JSON");
    if let Some(fault) = fault(schema, &value) {
        panic!("{fault}\n{}", String::from_utf8_lossy(text));
    }
    value
}

/// What of a value is not as a schema has it.
pub fn fault(schema: &str, value: &Value) -> Option<String> {
    let mut used = USED.lock().unwrap_or_else(PoisonError::into_inner);
    let (schemas, index) = used
        .entry(schema.to_owned())
        .or_insert_with(|| compiled(schema));
    let checked = schemas.validate(value, *index);
    checked.err().map(|error| format!("{error:#}"))
}

fn compiled(name: &str) -> (Schemas, SchemaIndex) {
    let file = package_file(format!("docs/schema/{name}.schema.json"));
    let text = std::fs::read_to_string(&file).expect("a schema");
    let mut schema: Value = serde_json::from_str(&text).expect("JSON");
    close(&mut schema);
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.add_resource(name, schema).expect("a schema");
    let index = compiler.compile(name, &mut schemas).expect("a schema");
    (schemas, index)
}

/// Allows no other fields than those that a schema names. For readers there may be more,
/// in later versions.
fn close(schema: &mut Value) {
    match schema {
        Value::Array(all) => all.iter_mut().for_each(close),
        Value::Object(object) => {
            let is_open = object.contains_key("required");
            object.values_mut().for_each(close);
            if is_open && object.contains_key("properties") {
                object.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
        }
        _ => {}
    }
}

#[test]
fn what_is_not_in_a_schema_is_a_fault() {
    let solution =
        |moves: Value| serde_json::json!({"version": 1, "won": true, "guesses": 0, "moves": moves});
    let right =
        serde_json::json!([{"line": "r 0 0", "square": [0, 0], "mined": false, "guess": true}]);
    assert_eq!(fault("solve", &solution(right)), None);
    for wrong in [
        serde_json::json!([{"line": "r 0 0", "square": [0], "mined": false, "guess": true}]),
        serde_json::json!([{"line": "r 0 0", "square": [0, 0], "mined": false}]),
        serde_json::json!([{"line": "r 0 0", "square": [0, 0], "mined": false, "guess": true, "x": 1}]),
        Value::Null,
    ] {
        assert!(
            fault("solve", &solution(wrong.clone())).is_some(),
            "{wrong}"
        );
    }
}
