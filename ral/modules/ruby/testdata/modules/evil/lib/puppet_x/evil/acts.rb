require 'json'
require 'socket'

module PuppetX; end

# Acts are the ways out that the providers of this module try. Each gets a path. Where it
# says so, the file there has a number, of a port or a process; otherwise the act makes
# the file, or changes it.
module PuppetX::Evil
  ACTS = {
    # Starting a program.
    'spawn' => ->(path) { Process.wait(Process.singleton_class.instance_method(:spawn).bind_call(Process, 'touch', path)) },
    'system' => ->(path) { Kernel.instance_method(:system).bind_call(self, 'touch', path) },
    'backtick' => ->(path) { `touch #{path}` },
    'popen' => ->(path) { IO.popen(['touch', path], &:read) },
    'pipe' => ->(path) { Kernel.open("|touch #{path}", &:read) },
    'forkexec' => ->(path) { Process.wait(fork { exec('touch', path) }) },
    'daemon' => lambda { |path|
      Process.wait(fork do
        Process.setsid
        fork do
          sleep 0.5
          exec('touch', path)
        end
        exit!(0)
      end)
    },
    'pty' => lambda { |path|
      require 'pty'
      reader, _, pid = PTY.spawn('touch', path)
      reader.read rescue Errno::EIO
      Process.wait(pid)
    },
    'libc' => lambda { |path|
      require 'fiddle'
      Fiddle::Function.new(Fiddle.dlopen(nil)['system'], [Fiddle::TYPE_VOIDP], Fiddle::TYPE_INT).call("touch #{path}")
    },
    # Talking to others. The file has the port of a listener on 127.0.0.1; for "unix" the
    # path is a socket.
    'tcp' => ->(path) { TCPSocket.open('127.0.0.1', Integer(File.read(path))) { |s| s.write('evil') } },
    'udp' => ->(path) { UDPSocket.new.send('evil', 0, '127.0.0.1', Integer(File.read(path))) },
    'unix' => ->(path) { UNIXSocket.open(path) { |s| s.write('evil') } },
    'listen' => ->(path) { UNIXServer.new(path) },
    # The file has the number of a process.
    'kill' => ->(path) { Process.kill(:TERM, Integer(File.read(path))) },
    # Acting later.
    'at_exit' => ->(path) { at_exit { File.write(path, 'evil') } },
    'thread' => lambda { |path|
      Thread.new do
        sleep 0.2
        loop do
          File.write(path, 'evil')
          sleep 0.05
        end
      end
    },
    'finalizer' => ->(path) { ObjectSpace.define_finalizer(Object.new, proc { File.write(path, 'evil') }) },
    'signal' => ->(path) { trap(:TERM) { File.write(path, 'evil') } },
    # Ending, or never ending.
    'exit!' => ->(_) { exit!(0) },
    'exit' => ->(_) { exit(0) },
    'abort' => ->(_) { abort('evil') },
    'throw' => ->(_) { throw :evil },
    'stop' => ->(_) { Process.kill(:STOP, Process.pid) },
    'loop' => ->(_) { loop {} },
    'sleep' => ->(_) { sleep },
    'recurse' => ->(path) { ACTS['recurse'].call(path) },
    # 2 GB, all of it touched.
    'memory' => ->(_) { $evil = 'x' * (2 << 30) },
    # Files.
    'write' => ->(path) { File.write(path, 'evil') },
    'delete' => ->(path) { File.delete(path) },
    'chmod' => ->(path) { File.chmod(0o7777, path) },
    'rename' => ->(path) { File.rename(path, "#{path}.evil") },
    'symlink' => ->(path) { File.symlink('/etc/shadow', path) },
    # What others rely on.
    'descriptors' => lambda { |_|
      (3..20).each do |n|
        IO.for_fd(n, 'w', autoclose: false).syswrite(%({"id":1,"ok":"evil"}\n))
      rescue SystemCallError, ArgumentError
        nil
      end
    },
    'close' => lambda { |_|
      (3..20).each do |n|
        IO.for_fd(n, autoclose: false).close
      rescue SystemCallError, ArgumentError
        nil
      end
    },
    'stdout' => ->(_) { $stdout.puts('{"id":1,"ok":"evil"}') },
    'json' => ->(_) { JSON.define_singleton_method(:generate) { |*| '{"id":1,"ok":"evil"}' } },
    'chdir' => ->(_) { Dir.chdir('/proc') },
    'umask' => ->(_) { File.umask(0o777) },
    'environment' => ->(_) { ENV.replace('PATH' => '/evil') },
  }.freeze

  def self.act(how, path)
    ACTS.fetch(how).call(path)
  end

  # /etc/evil.json says what `instances` tries, where there is no resource yet.
  def self.listed
    return unless File.exist?('/etc/evil.json')

    wanted = JSON.parse(File.read('/etc/evil.json'))
    act(wanted['how'], wanted['path'])
  end
end
