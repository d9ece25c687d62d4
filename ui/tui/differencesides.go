package tui

import (
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// beside puts what is on the left and what should be on the right: lines that
// go and lines that come in their place share a row.
func (p *planPaper) beside(lines []widget.DiffLine, left, numbers int) []frame.Row {
	right := (left+p.width)/2 + 1
	if numbers > 0 {
		right += numbers
	}
	var rows []frame.Row
	var is, should []widget.DiffLine
	flush := func() {
		for i := range max(len(is), len(should)) {
			var row frame.Row
			if i < len(is) {
				row.Cells = append(row.Cells, upTo(is[i].Cells(left, numbers), right-numbers-4)...)
			}
			if i < len(should) {
				row.Cells = append(row.Cells, should[i].Cells(right, numbers)...)
			}
			rows = append(rows, row)
		}
		is, should = nil, nil
	}
	for _, line := range lines {
		switch {
		case line.Side == widget.Both:
			flush()
			row := frame.Row{Cells: upTo(line.Cells(left, numbers), right-numbers-4)}
			row.Cells = append(row.Cells, line.Cells(right, numbers)...)
			rows = append(rows, row)
		case line.Side == widget.Is, line.Side == widget.Marks && line.Of == widget.Is:
			is = append(is, line)
		default:
			should = append(should, line)
		}
	}
	flush()
	return rows
}

// upTo keeps cells before a column.
func upTo(cells []frame.Cell, end int) []frame.Cell {
	for i := range cells {
		if cells[i].At.Width == 0 {
			cells[i].At.Width = max(1, end-cells[i].At.Col)
		}
	}
	return cells
}
