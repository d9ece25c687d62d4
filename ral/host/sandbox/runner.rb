# What a Runner does: it starts programs.
require 'etc'

module Zygote
  # Runs a program for {"argv","stdin","env","cwd","uid","gid","umask","timeout"} and answers
  # {"exit","signal","out","err"}, or {"error"} if it could not be started. stdin, out and err are
  # Base64. It is the first process of a namespace: what a program leaves behind ends with it.
  #
  # With "talks", the other side may send more input while the program runs, {"in"} and at last
  # {"end":true}, and gets the output as it arrives, in parts {"part":true,"out"} or {"part":true,"err"}.
  module Runner
    OUTPUT_LIMIT = 16 << 20

    def self.run(request)
      out, err, input, failed = Array.new(4) { IO.pipe(binmode: true) }
      pid = FORK.call { start(request, out, err, input, failed) }
      [out, err, failed].each { |_, writer| writer.close }
      input[0].close
      Answer.new(pid, out[0], err[0], input[1], failed[0]).read(request)
    rescue SystemCallError => e
      { 'error' => e.message }
    ensure
      [out, err, input, failed].flatten.compact.each(&:close)
      reap
    end

    # Forgets what ended with the program.
    def self.reap
      nil while Process.wait(-1, Process::WNOHANG)
    rescue Errno::ECHILD
      nil
    end

    def self.start(request, out, err, input, failed)
      STDIN.reopen(input[0])
      STDOUT.reopen(out[1])
      STDERR.reopen(err[1])
      [out, err, input].flatten.each(&:close)
      Process.setsid
      Process::Sys.setgid(request['gid']) if request['gid']
      if request['uid']
        name = Etc.getpwuid(request['uid'])&.name rescue nil
        name ? Process.initgroups(name, request['gid'] || Process.gid) : (Process.groups = [])
        Process::Sys.setuid(request['uid'])
      end
      File.umask(request['umask']) if request['umask']
      Dir.chdir(request['cwd'] || '/')
      program, *rest = request['argv']
      env = request['env'] ? { 'TMPDIR' => ENV['TMPDIR'] }.merge(request['env']) : ENV.to_h
      EXEC.call(env, [program, program], *rest, unsetenv_others: true)
    rescue Exception => e
      failed[1].write(e.message)
      failed[1].close
    ensure
      EXIT.call(127)
    end

    # What a program writes until it ends or its time is over.
    class Answer
      def initialize(pid, out, err, input, failed)
        @pid, @input, @failed = pid, input, failed
        @names = { out => 'out', err => 'err' }
        @texts, @length = { 'out' => String.new, 'err' => String.new }, 0
      end

      def read(request)
        @given = (request['stdin'] || '').unpack1('m')
        @talks, @open = request['talks'], request['talks']
        deadline = now + (request['timeout'] || 60)
        ended = false
        until @names.keys.all?(&:closed?) && ended
          unless ended
            _, status = Process.wait2(@pid, Process::WNOHANG)
            ended = status and kill
          end
          why = 'it took too long' if now > deadline && !ended
          why = 'it wrote too much' if @length > OUTPUT_LIMIT
          return stopped(why) if why
          step
        end
        text = @failed.read
        return { 'error' => text } unless text.empty?
        { 'exit' => status.exitstatus, 'signal' => status.termsig }.merge(@texts.transform_values { |t| [t].pack('m0') })
      end

      private

      def now
        Process.clock_gettime(Process::CLOCK_MONOTONIC)
      end

      # Ends all processes of this namespace but this one.
      def kill
        Process.kill(:KILL, -1)
      rescue Errno::ESRCH
        nil
      ensure
        true
      end

      def stopped(why)
        kill
        loop { Process.wait(-1) }
      rescue Errno::ECHILD
        { 'error' => why }
      end

      # Moves what can be moved at once.
      def step
        hear while @open && Zygote.lines.any?
        @input.close if @given.empty? && !@open && !@input.closed?
        writers = @input.closed? || @given.empty? ? [] : [@input]
        sources = @names.keys.reject(&:closed?) + (@open ? [Zygote.lines.io] : [])
        readable, writable = IO.select(sources, writers, [], 0.005)
        (readable || []).each { |io| @names[io] ? take(io) : hear }
        return if (writable || []).empty?
        wrote = @input.write_nonblock(@given, exception: false)
        @given = @given.byteslice(wrote..-1) unless wrote == :wait_writable
      rescue Errno::EPIPE
        @given = String.new
      end

      # Takes more input from the other side.
      def hear
        line = Zygote.lines.next or raise Ended, 'the other side has closed'
        more = PARSE.call(line)
        @given += more['in'].unpack1('m') if more['in']
        @open = false if more['end']
      end

      # Takes output of the program.
      def take(io)
        data = io.read_nonblock(1 << 16, exception: false)
        return io.close if data.nil?
        return if data == :wait_readable
        @length += data.bytesize
        return @texts[@names[io]] << data unless @talks
        Zygote.tell('part' => true, @names[io] => [data].pack('m0'))
      end
    end
  end
end
