package tui

// endWork waits for an apply that outlives the screens. Nothing shows it any more,
// so it is said what is waited for, and that a second signal stops it.
func (a *app) endWork(opt Options) {
	ended := make(chan struct{})
	go func() {
		a.sh.work.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return
	default:
	}
	for _, s := range a.stack {
		if run, ok := s.screen.(runner); ok && run.running() != "" && !run.stopping() && opt.Say != nil {
			opt.Say("%s: %s is let to end and nothing more is begun; ctrl+c again, or TERM, stops it", run.running(), run.inHand())
		}
	}
	select {
	case <-ended:
		return
	case <-opt.Kill:
	}
	for _, s := range a.stack {
		if run, ok := s.screen.(runner); ok {
			run.stopNow()
		}
	}
	<-ended
}

// lastWords is the result of an apply that nobody saw: the program was left
// before it had ended.
func lastWords(stack []layer) string {
	for _, s := range stack {
		if run, ok := s.screen.(runner); ok && run.unseen() != "" {
			return run.unseen()
		}
	}
	return ""
}
