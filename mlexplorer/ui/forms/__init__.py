"""Forms made from declared parameters: rows, fields, sliders, choosers."""
