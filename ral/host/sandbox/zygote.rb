# The side of Ruby of a sandbox. This file requires worker.rb, calls Worker.boot, and forks for
# each message on descriptor 3. A message is a line of JSON with the descriptors of the child's
# socket, of its log, and of the namespaces it enters. No code of others is ever loaded here.
#
# worker.rb has a module Worker with boot, and serve(io), which calls Zygote.serve.
require 'json'
require 'socket'

module Zygote
  # What the protocol needs, as it is before other code can redefine it.
  PARSE = JSON.method(:parse)
  GENERATE = JSON.method(:generate)
  WRITE = IO.instance_method(:write)
  RECVMSG = BasicSocket.instance_method(:recvmsg)
  FORK = Process.method(:fork)
  EXIT = Process.method(:exit!)
  CHDIR = Dir.method(:chdir)
  SYSCALL = Kernel.method(:syscall)
  RECEIVE_LIMIT = 64 << 20

  # Lines with descriptors, from a socket.
  class Lines
    def initialize(io)
      @io, @buffer, @fds = io, String.new, []
      @read = RECVMSG.bind(io)
    end

    attr_reader :io

    # The next line; nil at the end.
    def next
      until (at = @buffer.index("\n"))
        data, _, _, *controls = @read.call(1 << 16, 0, 1 << 10, scm_rights: true)
        controls.each { |c| @fds.concat(c.unix_rights || []) }
        return nil if data.nil? || data.empty? || @buffer.bytesize > RECEIVE_LIMIT
        @buffer << data
      end
      @buffer.slice!(0..at)
    end

    # The n oldest descriptors that came and were not taken.
    def take(n)
      @fds.shift(n)
    end
  end

  class << self
    # Answers each line, a hash, with what the block returns, until the other side closes. A line
    # {"op":"fork"} has a socket and a log with it, which a fork of this process serves.
    def serve(io, &block)
      say(io, 'ready' => true)
      lines = Lines.new(io)
      while (line = lines.next)
        request = PARSE.call(line, max_nesting: false)
        if request['op'] == 'fork'
          socket, log = lines.take(2)
          next unless twice(socket, log)
          io.close
          return serve(socket, &block)
        end
        CHDIR.call('/')
        say(io, block.call(request))
      end
    end

    # Listens on the control socket until the supervisor closes it.
    def main
      @setup = PARSE.call(File.read('/dev/sandbox/zygote.json'))
      control = Socket.for_fd(3)
      control.close_on_exec = true
      require '/dev/sandbox/worker.rb'
      Worker.boot
      say(control, 'ready' => true)
      lines = Lines.new(control)
      while (line = lines.next)
        order = PARSE.call(line)
        socket, log, mounts, net = lines.take(order['network'] ? 3 : 4)
        pid = FORK.call do
          child(control, order, socket, log, mounts, net)
          EXIT.call(0)
        end
        born(pid, socket)
        [socket, log, mounts, net].compact.each(&:close)
      end
    end

    private

    # Confines itself, and forks once more: the helper threads of Ruby begin anew in a fork, and then
    # lack what this thread has given up.
    def child(control, order, socket, log, mounts, net)
      control.close
      confine(order, log, mounts, net)
      return if FORK.call
      if order['kind'] == 'runner'
        serve(socket) { |request| Runner.run(request) }
      else
        Worker.serve(socket)
      end
    rescue Exception => e
      begin
        say(socket, 'error' => "#{e.class}: #{e.message}")
      ensure
        STDERR.puts(e.full_message(highlight: false)) rescue nil
        EXIT.call(1)
      end
    end

    # Forks so that the supervisor is the parent of the fork. Returns true in the fork.
    def twice(socket, log)
      outer = FORK.call
      unless outer
        (FORK.call and EXIT.call(0)) rescue EXIT.call(1)
        [STDOUT, STDERR].each { |out| out.reopen(log) }
        log.close
        return true
      end
      born(outer, socket)
      false
    rescue SystemCallError => e
      say(socket, 'error' => e.message)
      false
    ensure
      [socket, log].each(&:close) if outer
    end

    # Waits for a fork that has forked once more, and tells the supervisor that it is now the parent.
    def born(outer, socket)
      Process.wait(outer)
      say(socket, 'born' => true)
    rescue Errno::EPIPE
      nil
    end

    # Enters the namespaces and gives up all that they do not confine.
    def confine(order, log, mounts, net)
      [STDOUT, STDERR].each { |out| out.reopen(log); out.sync = true }
      log.close
      sys('unshare', 0x200) # CLONE_FS, for setns
      sys('setns', mounts.fileno, 0x20000)
      sys('setns', net.fileno, 0x40000000) if net
      [mounts, net].compact.each(&:close)
      sys('unshare', 0x20000000) if order['kind'] == 'runner' # CLONE_NEWPID
      Dir.chdir('/')
      Process.setrlimit(:CORE, 0)
      Process.setrlimit(:AS, @setup['memory']) if @setup['memory'] > 0
      keep = @setup['keep'].sum { |cap| 1 << cap }
      (0..63).each { |cap| prctl(24, cap) if keep[cap] == 0 rescue break } # PR_CAPBSET_DROP
      header, data = [0x20080522, 0].pack('Ll'), [keep, keep, 0, 0, 0, 0].pack('L6')
      sys('capset', address(header), address(data))
      prctl(4, 0) if order['kind'] == 'code' # PR_SET_DUMPABLE: no other process looks into it
      prctl(38, 1) # PR_SET_NO_NEW_PRIVS
      filter = @setup['filters'].fetch(order['filter']).unpack1('m0')
      prog = [filter.bytesize / 8, filter].pack('Sx6P')
      prctl(22, 2, address(prog)) # PR_SET_SECCOMP
    end

    def address(bytes)
      [bytes].pack('P').unpack1('J')
    end

    def prctl(option, a, b = 0)
      sys('prctl', option, a, b, 0, 0)
    end

    def sys(name, *args)
      SYSCALL.call(@setup.fetch(name), *args)
    end

    def say(io, answer)
      WRITE.bind(io).call(GENERATE.call(answer) << "\n")
    end
  end

  # Runs a program for {"argv","stdin","env","cwd","uid","gid","umask","timeout"} and answers
  # {"exit","signal","out","err"}, or {"error"} if it could not be started. stdin, out and err are
  # Base64. It is the first process of a namespace: what a program leaves behind ends with it.
  module Runner
    OUTPUT_LIMIT = 16 << 20

    def self.run(request)
      out, err, input, failed = Array.new(4) { IO.pipe(binmode: true) }
      pid = fork { start(request, out, err, input, failed) }
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
      exec(request['env'] || ENV.to_h, [program, program], *rest, unsetenv_others: true)
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
        @texts = { out => String.new, err => String.new }
      end

      def read(request)
        given = (request['stdin'] || '').unpack1('m')
        deadline = now + (request['timeout'] || 60)
        ended = false
        until @texts.keys.all?(&:closed?) && ended
          unless ended
            _, status = Process.wait2(@pid, Process::WNOHANG)
            ended = status and kill
          end
          why = 'it took too long' if now > deadline && !ended
          why = 'it wrote too much' if @texts.values.sum(&:bytesize) > OUTPUT_LIMIT
          return stopped(why) if why
          given = step(given)
        end
        text = @failed.read
        return { 'error' => text } unless text.empty?
        { 'exit' => status.exitstatus, 'signal' => status.termsig,
          'out' => [@texts.values[0]].pack('m0'), 'err' => [@texts.values[1]].pack('m0') }
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
      def step(given)
        @input.close if given.empty? && !@input.closed?
        writers = @input.closed? ? [] : [@input]
        readable, writable = IO.select(@texts.keys.reject(&:closed?), writers, [], 0.005)
        (readable || []).each do |io|
          data = io.read_nonblock(1 << 16, exception: false)
          data.nil? ? io.close : (@texts[io] << data if data != :wait_readable)
        end
        return given if (writable || []).empty?
        wrote = @input.write_nonblock(given, exception: false)
        wrote == :wait_writable ? given : given.byteslice(wrote..-1)
      rescue Errno::EPIPE
        ''
      end
    end
  end
end

require 'etc'
Zygote.main
