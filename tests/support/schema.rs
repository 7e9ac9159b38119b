//! Checks JSON output against the schemas in `docs/schema/`.
//!
//! Supports only the part of JSON Schema that these schemas use. Any other keyword fails the test.

use serde_json::{Map, Value};

use super::package_file;

/// Parses JSON output. Asserts that it matches a schema and has no other fields.
#[track_caller]
pub fn json(schema: &str, text: impl AsRef<[u8]>) -> Value {
    let text = text.as_ref();
    let value: Value = serde_json::from_slice(text).expect("JSON");
    let file = package_file(format!("docs/schema/{schema}.schema.json"));
    let schema = std::fs::read_to_string(&file).expect("a schema");
    let root: Value = serde_json::from_str(&schema).expect("JSON");
    let faults = Schema { root: &root }.faults(&root, &value, "").join("\n");
    assert!(
        faults.is_empty(),
        "{faults}\n{}",
        String::from_utf8_lossy(text)
    );
    value
}

/// A schema.
struct Schema<'schema> {
    /// The part at which references begin.
    root: &'schema Value,
}

impl Schema<'_> {
    /// Returns the violations of a part of the schema by a value. `path` leads to the value.
    fn faults(&self, schema: &Value, value: &Value, path: &str) -> Vec<String> {
        let keywords = object(schema);
        let fields = || value.as_object().into_iter().flatten();
        let mut faults = Vec::new();
        for (keyword, operand) in keywords {
            let is_met = match keyword.as_str() {
                // Fields other than properties are checked below.
                "$schema" | "$defs" | "title" | "description" | "additionalProperties" => true,
                "type" => texts(operand).any(|name| is_of_type(value, name)),
                "const" => value == operand,
                "enum" => list(operand).contains(value),
                "minimum" => value.as_f64().is_none_or(|value| value >= number(operand)),
                "maximum" => value.as_f64().is_none_or(|value| value <= number(operand)),
                "minItems" => value
                    .as_array()
                    .is_none_or(|items| items.len() >= count(operand)),
                "maxItems" => value
                    .as_array()
                    .is_none_or(|items| items.len() <= count(operand)),
                "pattern" => value.as_str().is_none_or(|text| matches(text, operand)),
                "required" => value.as_object().is_none_or(|fields| {
                    let mut names = texts(operand);
                    names.all(|name| fields.contains_key(name))
                }),
                "$ref" => {
                    let pointer = operand.as_str().and_then(|text| text.strip_prefix('#'));
                    let Some(target) = pointer.and_then(|pointer| self.root.pointer(pointer))
                    else {
                        panic!("{operand} leads nowhere")
                    };
                    faults.extend(self.faults(target, value, path));
                    true
                }
                "items" => {
                    for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                        faults.extend(self.faults(operand, item, &format!("{path}/{number}")));
                    }
                    true
                }
                "properties" => {
                    for (name, field) in fields() {
                        if let Some(schema) = operand.get(name) {
                            faults.extend(self.faults(schema, field, &format!("{path}/{name}")));
                        }
                    }
                    true
                }
                other => panic!("no keyword of a schema is {other:?} here"),
            };
            if !is_met {
                faults.push(format!("{path}: {value} is not of the {keyword} {operand}"));
            }
        }
        // Readers must ignore unknown fields, which later versions may add. This version must not
        // print any.
        let properties = keywords.get("properties").map(object);
        let is_closed = properties.is_some() && keywords.contains_key("required");
        let is_other = |name: &str| properties.is_none_or(|names| !names.contains_key(name));
        for (name, field) in fields().filter(|(name, _)| is_other(name)) {
            let path = format!("{path}/{name}");
            match keywords.get("additionalProperties") {
                Some(schema) => faults.extend(self.faults(schema, field, &path)),
                None if is_closed => faults.push(format!("{path}: the schema does not name it")),
                None => {}
            }
        }
        faults
    }
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().expect("an object")
}

fn number(operand: &Value) -> f64 {
    operand.as_f64().expect("a number")
}

fn count(operand: &Value) -> usize {
    usize::try_from(operand.as_u64().expect("a count")).expect("a count")
}

/// Reports whether a value has a type of JSON Schema.
fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type is {other:?}"),
    }
}

/// Reports whether a text matches a pattern of the form `^[...]+$`, the only supported form.
fn matches(text: &str, pattern: &Value) -> bool {
    let set = pattern
        .as_str()
        .and_then(|pattern| pattern.strip_prefix("^[")?.strip_suffix("]+$"))
        .expect("a pattern ^[...]+$");
    assert!(!set.starts_with('-') && !set.ends_with('-'), "{pattern}");
    assert!(!set.contains(['^', ']', '\\']), "{pattern}");
    let set: Vec<char> = set.chars().collect();
    let is_in_set = |character: char| {
        let is_in_range = |it: &[char]| it[1] == '-' && (it[0]..=it[2]).contains(&character);
        set.contains(&character) && character != '-' || set.windows(3).any(is_in_range)
    };
    !text.is_empty() && text.chars().all(is_in_set)
}

/// Returns the texts in a list, or a single text.
fn texts(value: &Value) -> impl Iterator<Item = &str> {
    let values = value.as_array().map(Vec::as_slice);
    values
        .unwrap_or(std::slice::from_ref(value))
        .iter()
        .map(|it| it.as_str().expect("a text"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// In each line: a schema, values that it allows, and values that it forbids.
const KEYWORDS: &str = r##"
{"type": "integer"} | [1, -1] | [1.5, null, true, "1"]
{"type": ["string", "null"]} | ["", null] | [0, [], {}]
{"const": 2} | [2] | [1, "2"]
{"enum": ["a", null]} | ["a", null] | ["b", 0]
{"minimum": 1, "maximum": 3} | [1, 2.5, 3, ""] | [0.5, 3.5]
{"minItems": 1, "maxItems": 2} | [[0], [0, 0], 0] | [[], [0, 0, 0]]
{"items": {"type": "null"}} | [[], [null], 0] | [[null, 0]]
{"pattern": "^[.0-8F?*]+$"} | ["0F.8", 9] | ["", "9", "0-8"]
{"required": ["a"]} | [{"a": 0, "b": 0}, 0] | [{}, {"b": 0}]
{"required": ["a"], "properties": {"a": {}, "b": {"type": "null"}}} | [{"a": 0}, {"a": 0, "b": null}] | [{"a": 0, "b": 0}, {"a": 0, "c": 0}]
{"additionalProperties": {"type": "null"}} | [{}, {"a": null}] | [{"a": 0}]
{"$ref": "#/$defs/one", "$defs": {"one": {"const": 1}}} | [1] | [2]
"##;

/// Fails for a validator that accepts everything.
#[test]
fn violations_of_each_keyword_are_found() {
    for line in KEYWORDS.trim().lines() {
        let parts: Vec<Value> = line
            .split(" | ")
            .map(|part| serde_json::from_str(part).expect("JSON"))
            .collect();
        for (values, count) in [(&parts[1], 0), (&parts[2], 1)] {
            for value in list(values) {
                let faults = Schema { root: &parts[0] }.faults(&parts[0], value, "");
                assert_eq!(faults.len(), count, "{line}: {value}");
            }
        }
    }
}
