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
  EXEC = Process.method(:exec)
  EXIT = Process.method(:exit!)
  CHDIR = Dir.method(:chdir)
  SYSCALL = Kernel.method(:syscall)
  RECEIVE_LIMIT = 64 << 20

  # The error of a question whose asker has gone.
  class Ended < IOError; end

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

    # Whether next returns without waiting.
    def any?
      @buffer.include?("\n")
    end

    # The n oldest descriptors that came and were not taken.
    def take(n)
      @fds.shift(n)
    end
  end

  class << self
    attr_reader :lines # of the other side

    # Answers each line, a hash, with what the block returns, until the other side closes. A line
    # {"op":"fork"} has a socket and a log with it, which a fork of this process serves.
    def serve(io, &block)
      say(io, 'ready' => true)
      lines = Lines.new(io)
      @io, @lines = io, lines
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

    # Sends a part of an answer, in the middle of a request.
    def tell(part)
      say(@io, part)
    end

    # Asks the other side in the middle of a request, and returns its answer, a hash.
    def ask(question)
      say(@io, question)
      line = @lines.next or raise Ended, 'the other side has closed'
      PARSE.call(line, max_nesting: false)
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
      if order['kind'] == 'code'
        Worker.serve(socket)
      else
        serve(socket) { |request| Runner.run(request) }
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
      sys('unshare', 0x20000000) unless order['kind'] == 'code' # CLONE_NEWPID
      Dir.chdir('/')
      Process.setrlimit(:CORE, 0)
      known = %w[client probe].include?(order['kind']) # its programs are those of the system
      Process.setrlimit(:AS, @setup['memory']) if @setup['memory'] > 0 && !known
      keep = order['keep'].sum { |cap| 1 << cap }
      (0..63).each { |cap| prctl(24, cap) if keep[cap] == 0 rescue break } # PR_CAPBSET_DROP
      header, data = [0x20080522, 0].pack('Ll'), [keep, keep, 0, 0, 0, 0].pack('L6')
      sys('capset', address(header), address(data))
      prctl(4, 0) if order['kind'] == 'code' # PR_SET_DUMPABLE: no other process looks into it
      prctl(38, 1) # PR_SET_NO_NEW_PRIVS
      only_files if order['looks'] && order['kind'] != 'probe' # it would see no other process
      filter = @setup['filters'].fetch(order['filter']).unpack1('m0')
      prog = [filter.bytesize / 8, filter].pack('Sx6P')
      prctl(22, 2, address(prog)) # PR_SET_SECCOMP
    end

    def address(bytes)
      [bytes].pack('P').unpack1('J')
    end

    # Keeps the process from writing to a FIFO of the host, which a read-only mount allows, where the
    # kernel has Landlock.
    def only_files
      write = 1 << 1 # LANDLOCK_ACCESS_FS_WRITE_FILE
      rules = begin
        sys('landlock_create_ruleset', address([write].pack('Q')), 8, 0)
      rescue Errno::ENOSYS, Errno::EOPNOTSUPP
        return
      end
      %w[shm null zero full random urandom tty].each do |name|
        IO.for_fd(IO.sysopen("/dev/#{name}", File::RDONLY | 0x200000)).tap do |io| # O_PATH
          sys('landlock_add_rule', rules, 1, address([write, io.fileno].pack('Ql')), 0)
        end.close
      end
      sys('landlock_restrict_self', rules, 0)
      IO.for_fd(rules).close
    end

    def prctl(option, a, b = 0)
      sys('prctl', option, a, b, 0, 0)
    end

    def sys(name, *args)
      SYSCALL.call(@setup['calls'].fetch(name), *args)
    end

    def say(io, answer)
      WRITE.bind(io).call(GENERATE.call(answer) << "\n")
    end
  end
end

require '/dev/sandbox/runner.rb'
Zygote.main
