//! ocr
