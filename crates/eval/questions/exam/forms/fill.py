"""Fills the six tax forms that `fields-*.jsonl` asks about.

`python fill.py FORMS OUT` reads the empty forms (`sources.jsonl` says where each comes from) from the folder
FORMS under the names of the questions' documents, and writes the filled ones into OUT. Needs pymupdf.
"""

import sys
from pathlib import Path

import pymupdf

# The value of each text field by its name on the form, and the boxes that are ticked: by name, or by
# name and which of that name, counted from 0.
FORMS = {
    "w2-filled.pdf": (
        {
            "f2_01[0]": "518-20-7743",
            "f2_02[0]": "47-3190652",
            "f2_03[0]": "Larkspur Bakery & Cafe LLC\n212 Mill Street\nSandpoint, ID 83864",
            "f2_04[0]": "LB-0093",
            "f2_05[0]": "Ottoline M",
            "f2_06[0]": "Vesterby",
            "f2_08[0]": "47 Chestnut Row, Apt 3\nSandpoint, ID 83864",
            "f2_09[0]": "28410.55",
            "f2_10[0]": "2204.18",
            "f2_11[0]": "26645.15",
            "f2_12[0]": "1652.00",
            "f2_13[0]": "28410.55",
            "f2_14[0]": "411.95",
            "f2_15[0]": "1765.40",
            "f2_28[0]": "UNION DUES 412.00",
            "f2_29[0]": "ID",
            "f2_30[0]": "000419377",
            "f2_33[0]": "28410.55",
        },
        [("c2_3[0]", 0)],
    ),
    "pension-1099r-filled.pdf": (
        {
            "payer": "Cascade Teamsters Pension Trust\n900 Harbor Avenue\nPortland, OR 97205",
            "payerPhone": "503-555-0147",
            "payerTin": "93-6027418",
            "recipient": "Bertrand Oyelaran\n61 Fern Hollow\nEugene, OR 97401",
            "recipientTin": "544-71-0926",
            "grossDistribution": "21,600.00",
            "taxableAmount": "19,874.40",
            "federalIncomeTaxWithheld": "2,160.00",
            "employeeContributions": "1,725.60",
            "distributionCode": "7",
            "stateTaxWithheld": "1,080.00",
            "stateOrPayerStateNumber": "OR 0418873-2",
            "stateDistribution": "21,600.00",
            "accountNumber": "CT-55190",
        },
        [],
    ),
    "media-preference-filled.pdf": (
        {
            "f1_01[0]": "Rosalind T Achterberg",
            "f1_02[0]": "371-55-2096",
            "f1_03[0]": "3380 Quarry Lane",
            "f1_04[0]": "12B",
            "f1_05[0]": "Duluth, MN 55802",
        },
        [("AUDIO", 0)],
    ),
    "language-preference-filled.pdf": (
        {"f1_1[0]": "Nguyen Thi Bao Chau", "f1_2[0]": "623-18-4405"},
        [("VIETNAMESE", 0)],
    ),
    "savers-credit-filled.pdf": (
        {
            "f1_1[0]": "Edmund and Ines Falkirk",
            "f1_2[0]": "402-66-1837",
            "f1_3[0]": "1,200.",
            "f1_4[0]": "600.",
            "f1_5[0]": "1,840.",
            "f1_7[0]": "3,040.",
            "f1_8[0]": "600.",
            "f1_11[0]": "3,040.",
            "f1_12[0]": "600.",
            "f1_13[0]": "2,000.",
            "f1_14[0]": "600.",
            "f1_15[0]": "2,600.",
            "f1_16[0]": "47,318.",
            "f1_17[0]": "2",
            "f1_18[0]": "520.",
            "f1_19[0]": "1,906.",
            "f1_20[0]": "520.",
        },
        [],
    ),
    "eic-children-filled.pdf": (
        {
            "f1_1[0]": "Adaeze Okonjo",
            "f1_2[0]": "455-02-7719",
            "f1_3[0]": "Tobias Okonjo",
            "f1_4[0]": "Mirabel Okonjo",
            "f1_6[0]": "512-33-8810",
            "f1_7[0]": "512-47-9026",
            "f1_9[0]": "2",
            "f1_10[0]": "0",
            "f1_11[0]": "1",
            "f1_12[0]": "6",
            "f1_13[0]": "2",
            "f1_14[0]": "0",
            "f1_15[0]": "1",
            "f1_16[0]": "9",
            "f1_21[0]": "son",
            "f1_22[0]": "niece",
            "f1_24[0]": "12",
            "f1_25[0]": "9",
        },
        [],
    ),
}
# Boxes to tick that are told by the words beside them, since their names are alike.
BESIDE = {"AUDIO": "Audio (MP3)", "VIETNAMESE": "Vietnamese"}


def fill(source: Path, out: Path) -> None:
    """Writes the form `source` filled into `out`; a field that the form lacks is an error."""
    values, ticks = FORMS[source.name]
    left = dict(values)
    with pymupdf.open(source) as form:
        for page in form:
            marks = [
                page.search_for(BESIDE[name])[0] if name in BESIDE else name for name, _ in ticks
            ]
            for widget in page.widgets():
                name = widget.field_name.split(".")[-1]
                if name in left:
                    widget.field_value = left.pop(name)
                    widget.update()
                elif widget.field_type == pymupdf.PDF_WIDGET_TYPE_CHECKBOX and any(
                    mark == name or (not isinstance(mark, str) and beside(widget.rect, mark))
                    for mark in marks
                ):
                    widget.field_value = widget.on_state()
                    widget.update()
        if left:
            raise SystemExit(f"{source.name} has no fields {sorted(left)}")
        form.save(out)


def beside(box: pymupdf.Rect, words: pymupdf.Rect) -> bool:
    """Whether `words` stand to the right of a box to tick, in its line; points."""
    middle = (box.y0 + box.y1) / 2
    return words.y0 < middle < words.y1 and 0 < words.x0 - box.x1 < 80


if __name__ == "__main__":
    forms, out = Path(sys.argv[1]), Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    for name in FORMS:
        fill(forms / name, out / name)
        print(name)
