use citelight_core::*;
fn main() {
    let m = citelight_answer::Measures::builtin();
    for line in std::io::stdin().lines() {
        let v = line.unwrap();
        let i: serde_json::Value = serde_json::from_str(&v).unwrap();
        let asked: Interpretation = serde_json::from_value(i["interpretation"].clone()).unwrap();
        let q = i["question"].as_str().unwrap();
        println!("{:?} {q}\n   {:?}", asked.kind, citelight_answer::read(q, &asked, &m).map(|r| (r.subject, r.expr, r.percent, r.decimals, r.power, r.defined, r.known)));
    }
}
