package manifest
import ("testing";"os";"fmt";"time";"strings")
func TestTry(t *testing.T){
 for _, f := range strings.Fields(os.Getenv("TRY")) {
  b, err := os.ReadFile(f); if err!=nil {t.Fatal(err)}
  st := time.Now()
  in, err := Read(f, b)
  fmt.Println("==", f, time.Since(st)); if err != nil { fmt.Println(err); continue }
  for _, d := range in.Decls() { fmt.Printf("%s %s @%s", d.Ref(), d.Provider, d.Pos); for _, a := range d.Attrs { fmt.Printf(" %s=%s@%s", a.Name, a.Value.Inspect(), a.Pos[len(d.Pos)-6:]) }; fmt.Println() }
 }
}
