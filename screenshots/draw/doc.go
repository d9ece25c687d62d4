// Package draw turns the text of a terminal screen into a picture.
//
// Screen reads text with SGR sequences into a buffer of cells, and Text writes
// a buffer back in one canonical form. Picture draws the cells in the colours
// of a Theme, and PNG encodes the picture. The same cells always give the same
// text and the same pixels. Box-drawing characters are drawn as rectangles,
// because those of a font leave gaps between cells.
package draw
