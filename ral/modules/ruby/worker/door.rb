# frozen_string_literal: true

require 'open3'
require 'stringio'
require 'delegate'
require 'English'
require 'shellwords'
require 'securerandom'
require 'etc'

# Door sends every command of the code to ralsh, which returns the result. This process
# starts no command, and the kernel denies a start that does not go through Door.
module Door
  class << self
    attr_accessor :phase # 'look' or 'change'
    attr_accessor :unsure # a command of this change was not run
    attr_reader :notes # why a planned change is uncertain
    attr_reader :talks # that have not ended
  end
  self.phase = 'look'
  @notes = []
  @talks = []

  # note records something that makes the outcome of a change uncertain.
  def self.note(kind, text)
    @notes << [kind, text] if phase == 'change' && !@notes.include?([kind, text])
  end

  # hang_up ends the commands with which the code talked.
  def self.hang_up
    @talks.first.close until @talks.empty?
  end

  def self.drain
    @notes.tap { @notes = [] }
  end

  # Answer is the result of a command.
  Answer = Struct.new(:exit, :signal, :out, :err, :ran, :error, :talk)

  def self.run(command, **options)
    argv = argv_of(command)
    request = { 'argv' => argv.map { |arg| Wire.string(arg) }, 'phase' => phase, 'at' => Wire.place(caller) }
    request['stdin'] = [options[:stdin]].pack('m0') if options[:stdin]
    request['cwd'] = (options[:cwd] || Dir.pwd).to_s
    env = ENV.to_h.reject { |k, v| @env[k] == v }.merge((options[:env] || {}).to_h { |k, v| [k.to_s, v&.to_s] })
    request['env'] = env unless env.empty?
    request['as'] = identity(options[:uid], options[:gid]) if options[:uid] || options[:gid]
    request['secret'] = true if options[:sensitive]
    request['timeout'] = options[:timeout] if options[:timeout]
    request['open'] = true if options[:open]
    stay { answer(Worker.ask('run', request)) }
  end

  # stay returns to the current directory if a command replaced what the process sees of
  # the files: its directory is then one of the earlier files, and has no path.
  def self.stay
    here = Dir.pwd
    yield.tap do
      Dir.pwd
    rescue Errno::ENOENT
      begin
        verbose, $VERBOSE = $VERBOSE, nil # Ruby warns within a block of Dir.chdir
        Dir.chdir(here) if File.directory?(here)
      ensure
        $VERBOSE = verbose
      end
    end
  end

  def self.answer(reply)
    bytes = ->(name) { reply[name].to_s.unpack1('m').force_encoding(Encoding.default_external) }
    self.unsure ||= reply['notrun']
    Answer.new(reply['exit'].to_i, reply['signal'], bytes.call('out'), bytes.call('err'), !reply['notrun'], reply['error'], reply['talk'])
  end

  # argv_of returns the arguments to execute for a command: a string, or a list with a
  # single string, goes to a shell only if it contains more than words and quotes.
  def self.argv_of(command)
    argv = [command].flatten.map(&:to_s)
    return argv if argv.length > 1

    text = argv.first.to_s
    plain = text.gsub(/'[^']*'|"(?:[^"\\$`]|\\["\\$`])*"/, 'q')
    return ['/bin/sh', '-c', text] if plain.match?(/[*?{}\[\]<>()~&|\\$;'`"\n#%]/) || plain.match?(/\A\s*\w+=/)

    Shellwords.split(text)
  end

  # identity resolves the user and group of a command, with the groups of the user.
  def self.identity(uid, gid)
    user = uid && (uid.to_s.match?(/\A\d+\z/) ? Etc.getpwuid(uid.to_i) : Etc.getpwnam(uid.to_s)) rescue nil
    raise ArgumentError, "the user #{uid} does not exist" if uid && !user && !uid.to_s.match?(/\A\d+\z/)

    group = gid && (gid.to_s.match?(/\A\d+\z/) ? gid.to_i : Etc.getgrnam(gid.to_s).gid)
    groups = user ? all_groups.select { |g| g.mem.include?(user.name) }.map(&:gid) : []
    { 'uid' => user ? user.uid : (uid || Process.uid).to_i, 'gid' => group || (user ? user.gid : Process.gid), 'groups' => groups }
  end

  def self.all_groups
    list = []
    Etc.group { |g| list << g }
    list
  end

  # Unread is the output of a command that was not run. It is empty, and records that the
  # code read it. It is not a String, because patterns read a String without a call.
  class Unread < BasicObject
    def self.of(command)
      new(command)
    end

    def initialize(command)
      @command = command
      @output = ::Puppet::Util::Execution::ProcessOutput.new('', 0)
    end

    def exitstatus
      ::Door.note('status', @command)
      @output.exitstatus
    end

    def is_a?(kind)
      @output.is_a?(kind)
    end
    alias kind_of? is_a?

    def class
      @output.class
    end

    def respond_to?(name, all = false)
      @output.respond_to?(name, all)
    end

    def nil?
      false
    end

    def method_missing(name, *args, &block)
      ::Door.note('read', @command)
      @output.public_send(name, *args, &block)
    end

    def respond_to_missing?(name, all = false)
      @output.respond_to?(name, all)
    end

    %i[! == != to_s to_str inspect].each do |name|
      define_method(name) { |*args| method_missing(name, *args) }
    end
  end

  # Execution is how most providers run commands.
  module Execution
    def execute(command, options = Puppet::Util::Execution::NoOptionsSpecified)
      bare = Puppet::Util::Execution::NoOptionsSpecified.equal?(options)
      o = { failonfail: bare, combine: bare, squelch: false, custom_environment: {} }.merge(options)
      command = command.flatten.map(&:to_s) if command.is_a?(Array)
      shown = o[:sensitive] ? '[redacted]' : [command].flatten.join(' ')
      raise ArgumentError, "Working directory #{o[:cwd]} does not exist!" if o[:cwd] && !File.directory?(o[:cwd])

      stdin = o[:stdinfile] && File.binread(o[:stdinfile])
      answer = Door.run(command, stdin: stdin, cwd: o[:cwd], env: o[:custom_environment], uid: o[:uid], gid: o[:gid], sensitive: o[:sensitive])
      raise Puppet::ExecutionFailure, answer.error if answer.error

      Status.set(answer)
      return Unread.of(shown) unless answer.ran

      output = o[:combine] ? answer.out + answer.err : answer.out
      output = '' if o[:squelch]
      status = answer.signal ? 128 + answer.signal.to_i : answer.exit
      if o[:failonfail] && status != 0
        raise Puppet::ExecutionFailure, "Execution of '#{shown}' returned #{status}: #{output.strip}"
      end

      Puppet::Util::Execution::ProcessOutput.new(output, status)
    end

    def execpipe(command, failonfail = true)
      text = command.respond_to?(:join) ? command.join(' ') : command
      answer = Door.run(text)
      Status.set(answer)
      raise Puppet::ExecutionFailure, answer.error if answer.error

      output = yield(answer.ran ? StringIO.new(answer.out + answer.err) : UnreadIO.new(text))
      raise Puppet::ExecutionFailure, output.to_s if failonfail && answer.exit != 0

      output
    end
  end

  # UnreadIO records that the code read the output of a command that was not run.
  class UnreadIO < StringIO
    def initialize(command)
      super(+'')
      @command = command
    end

    %i[read gets each each_line readlines readline getc each_char readpartial eof?].each do |name|
      define_method(name) do |*args, &block|
        Door.note('read', @command)
        super(*args, &block)
      end
    end
  end

  # Status sets $? to the status of the command.
  module Status
    def self.set(answer)
      code = answer.ran ? answer.exit : 0
      pid = Worker.original_fork { Process.exit!(code) }
      Process.wait(pid)
    end
  end

  # Talk is a command that runs while the code writes its input and reads its output.
  class Talk
    attr_reader :out, :err, :answer # after it has ended

    def initialize(number, merged)
      @number, @given = number, +''
      @out = Voice.new(self)
      @err = merged ? @out : Voice.new(self)
      Door.talks << self
    end

    def <<(text)
      raise Errno::EPIPE if ended?

      @given << text
    end

    # ask sends the input up to now, and takes the output.
    def ask(**more)
      given, @given = @given, +''
      answer = Door.answer(Worker.ask('talk', { 'talk' => @number, 'in' => [given].pack('m0') }.merge(more.transform_keys(&:to_s))))
      @out << answer.out
      @err << answer.err
      raise Errno::EPIPE if answer.talk && answer.error

      @answer = answer unless answer.talk
    end

    def ended?
      !@answer.nil?
    end

    def listen
      ask(listen: true)
    end

    def finish
      ask(end: true) unless ended?
    end

    # close waits for the end, as IO#close does.
    def close
      finish
      listen until ended?
    rescue Errno::EPIPE
      listen until ended?
    ensure
      Door.talks.delete(self) if ended?
    end
  end

  # Voice is an output of a Talk.
  class Voice
    include Enumerable

    def initialize(talk)
      @talk, @text = talk, String.new(encoding: Encoding.default_external)
    end

    def <<(text)
      tap { @text << text }
    end

    def gets(*args, chomp: false)
      limit = args.pop if args.last.is_a?(Integer)
      separator = args.empty? ? $INPUT_RECORD_SEPARATOR : args.first
      separator = "\n\n" if separator == ''
      fill { (separator && @text.include?(separator)) || (limit && @text.length >= limit) }
      return nil if @text.empty?

      at = separator && @text.index(separator)
      line = @text.slice!(0, [at ? at + separator.length : @text.length, limit].compact.min)
      chomp && separator ? line.chomp(separator) : line
    end

    def readline(*args, **options)
      gets(*args, **options) or raise EOFError, 'end of file reached'
    end

    def each_line(*args, **options)
      return to_enum(:each_line, *args, **options) unless block_given?

      while (line = gets(*args, **options))
        yield line
      end
      self
    end
    alias each each_line

    def readlines(*args, **options)
      each_line(*args, **options).to_a
    end

    def read(length = nil, buffer = nil)
      fill { length && @text.bytesize >= length }
      return nil if @text.empty? && length&.positive?

      text = @text.byteslice(0, length || @text.bytesize)
      @text = @text.byteslice(text.bytesize..)
      buffer ? buffer.replace(text) : text
    end

    def readpartial(most, buffer = nil)
      fill { !@text.empty? }
      read([most, @text.bytesize].min.nonzero? || 1, buffer) or raise EOFError, 'end of file reached'
    end

    def getc
      fill { !@text.empty? }
      @text.empty? ? nil : @text.slice!(0)
    end

    def each_char
      return to_enum(:each_char) unless block_given?

      while (char = getc)
        yield char
      end
    end

    def eof?
      fill { !@text.empty? }
      @text.empty?
    end

    private

    # fill waits until there is enough, or the end.
    def fill
      @talk.listen until yield || @talk.ended?
    end
  end

  # Pipe replaces the process of IO.popen: its input is collected, and the command runs
  # when the code reads its output, or at the end. If the code can write more input then,
  # the command runs as a Talk. To read all the output ends the input.
  class Pipe
    include Enumerable
    attr_reader :status # after wait

    def initialize(command, mode = 'r', **options)
      @command, @mode, @options, @stdin, @closed = command, mode.to_s, options, +'', false
    end

    def write(*texts)
      texts.sum { |text| (@talk || @stdin) << text.to_s; text.to_s.bytesize }
    end

    def <<(text)
      tap { write(text) }
    end

    def print(*texts)
      write(*texts).then { nil }
    end

    def puts(*texts)
      write(*(texts.empty? ? ["\n"] : texts.flatten.map { |text| text.to_s.end_with?("\n") ? text : "#{text}\n" })).then { nil }
    end

    def printf(format, *args)
      write(format(format, *args)).then { nil }
    end

    def flush
      tap { @talk&.ask }
    end

    def sync
      true
    end

    def sync=(value)
      value
    end

    def binmode
      self
    end

    def close_write
      complete
      output.then { nil }
    end

    # complete ends the input.
    def complete
      @complete = true
      @talk&.finish
    end

    def pid
      Process.pid
    end

    def fileno
      raise(NotImplementedError, 'ralsh runs the command, so it has no file descriptor in this process')
    end

    def output
      @output ||= begin
        @answer = Door.run(@command, stdin: @mode.match?(/[wa+]/) ? @stdin : nil, open: @mode.include?('+') && !@complete, **@options)
        raise Errno::ENOENT, @answer.error if @answer.error

        if @answer.talk
          (@talk = Talk.new(@answer.talk, @options[:merged])).out
        else
          ended(@answer)
          text = @options[:merged] ? @answer.out + @answer.err : @answer.out
          @answer.ran ? StringIO.new(text) : UnreadIO.new([@command].flatten.join(' '))
        end
      end
    end

    # errors returns the standard error.
    def errors
      return output if output.is_a?(UnreadIO)

      @errors ||= @talk ? @talk.err : StringIO.new(@answer.err)
    end

    def ended(answer)
      Status.set(answer)
      @status = $CHILD_STATUS
    end

    # wait ends the input, and waits for the end.
    def wait
      complete
      output
      return unless @talk && !@status

      @talk.close
      ended(@talk.answer)
    end

    def read(length = nil, *buffer)
      complete unless length
      output.read(length, *buffer)
    end

    def readlines(*args, **options)
      complete
      output.readlines(*args, **options)
    end

    %i[gets each_line readline getc each_char readpartial eof?].each do |name|
      define_method(name) { |*args, **options, &block| output.public_send(name, *args, **options, &block) }
    end
    alias each each_line

    def close
      wait unless @closed
      @closed = true
      nil
    end

    def closed?
      @closed
    end

    def close_read
      nil
    end
  end

  # Side is an output of the process of a Pipe.
  class Side < SimpleDelegator
    def initialize(pipe, name)
      @pipe, @name = pipe, name
    end

    def read(length = nil, *buffer)
      @pipe.complete unless length
      __getobj__.read(length, *buffer)
    end

    def readlines(*args, **options)
      @pipe.complete
      __getobj__.readlines(*args, **options)
    end

    def __getobj__
      @name == :out ? @pipe.output : @pipe.errors
    end
  end

  # Waiter is the thread that waits for the process of a Pipe.
  class Waiter
    def initialize(pipe)
      @pipe = pipe
    end

    def value
      @pipe.wait
      @pipe.status
    end

    def join(*)
      tap { @pipe.wait }
    end

    def pid
      Process.pid
    end

    def alive?
      false
    end
  end

  # Popen opens a Pipe.
  module Popen
    def popen(*args, **options, &block)
      env = args.first.is_a?(Hash) ? args.shift : {}
      command, mode = args
      if command.is_a?(Array)
        env = env.merge(command.first) if command.first.is_a?(Hash)
        options = command.last.merge(options) if command.last.is_a?(Hash)
        command = command.reject { |part| part.is_a?(Hash) }
      end
      raise Door.refused('-') if command == '-'

      merged = options[:err].is_a?(Array)
      pipe = Pipe.new(command, mode || 'r', env: env, cwd: options[:chdir], merged: merged)
      return pipe unless block

      begin
        block.call(pipe)
      ensure
        pipe.close
      end
    end
  end

  # refused returns the error of a start that ralsh does not support.
  def self.refused(what)
    Errno::EPERM.new("#{what}, at #{Wire.place(caller)}: use Puppet::Util::Execution.execute to run a command")
  end

  # Starts replaces Ruby's methods to start a process.
  module Starts
    def system(*args, exception: false, **options)
      env = args.first.is_a?(Hash) ? args.shift : {}
      answer = Door.run(args.length == 1 && !args.first.is_a?(Array) ? args.first : args.map { |arg| arg.is_a?(Array) ? arg.first : arg }, env: env, cwd: options[:chdir])
      Status.set(answer)
      raise Errno::ENOENT, answer.error if answer.error && exception
      return nil if answer.error

      Door.note('status', args.flatten.join(' ')) unless answer.ran
      answer.exit.zero?
    end

    def `(command)
      answer = Door.run(command)
      Status.set(answer)
      raise Errno::ENOENT, answer.error if answer.error

      answer.ran ? answer.out : Unread.of(command)
    end

    def open(name, *args, **options, &block)
      return super unless name.is_a?(String) && name.start_with?('|')

      IO.popen(name[1..], *args, **options, &block)
    end

    def spawn(*args, **)
      raise(Door.refused("spawn #{args.flatten.reject { |arg| arg.is_a?(Hash) }.join(' ')}"))
    end

    def exec(*args, **)
      raise(Door.refused("exec #{args.flatten.reject { |arg| arg.is_a?(Hash) }.join(' ')}"))
    end

    private(*instance_methods(false))
  end

  # PublicStarts are the same as functions of a module: Kernel.system, Process.spawn.
  module PublicStarts
    include Starts
    public(*Starts.private_instance_methods(false))
  end

  # Captures are the ways of Open3.
  module Captures
    def capture2(*args, stdin_data: '', binmode: false, **options)
      answer = open3(args, stdin_data, options)
      [answer.out, $CHILD_STATUS]
    end

    def capture2e(*args, stdin_data: '', binmode: false, **options)
      answer = open3(args, stdin_data, options)
      [answer.ran ? answer.out + answer.err : answer.out, $CHILD_STATUS]
    end

    def capture3(*args, stdin_data: '', binmode: false, **options)
      answer = open3(args, stdin_data, options)
      [answer.out, answer.err, $CHILD_STATUS]
    end

    def popen3(*args, **options, &block)
      talk(args, options, block) { |pipe| [pipe, Side.new(pipe, :out), Side.new(pipe, :err), Waiter.new(pipe)] }
    end

    def popen2(*args, **options, &block)
      talk(args, options, block) { |pipe| [pipe, Side.new(pipe, :out), Waiter.new(pipe)] }
    end

    def popen2e(*args, **options, &block)
      talk(args, options.merge(merged: true), block) { |pipe| [pipe, Side.new(pipe, :out), Waiter.new(pipe)] }
    end

    %i[pipeline pipeline_r pipeline_w pipeline_rw pipeline_start].each do |name|
      define_method(name) { |*args, **| raise Door.refused("Open3.#{name} #{args.flatten.reject { |arg| arg.is_a?(Hash) }.join(' ')}") }
    end

    private

    def talk(args, options, block)
      env = args.first.is_a?(Hash) ? args.shift : {}
      pipe = Pipe.new(args.length == 1 ? args.first : args, 'r+', env: env, cwd: options[:chdir], merged: options[:merged])
      parts = yield(pipe)
      return parts unless block

      begin
        block.call(*parts)
      ensure
        pipe.wait
      end
    end

    def open3(args, stdin, options)
      env = args.first.is_a?(Hash) ? args.shift : {}
      command = args.length == 1 ? args.first : args
      answer = Door.run(command, env: env, cwd: options[:chdir], stdin: stdin.to_s.empty? ? nil : stdin)
      Status.set(answer)
      raise Errno::ENOENT, answer.error if answer.error

      answer.out = Unread.of([command].flatten.join(' ')) unless answer.ran
      answer
    end
  end

  # Watch records which sources the code of a module uses while it changes something. The
  # time and random numbers ('chance') differ in the next run. Files ('file') matter
  # after a command that was not run, because it could have changed them.
  module Watch
    FILES = %i[exist? file? directory? symlink? readable? writable? executable? zero? size size? read binread readlines foreach readlink stat lstat].freeze

    def self.on(kind, on, *names)
      seen = Module.new do
        (names & on.instance_methods | names & on.private_instance_methods).each do |name|
          define_method(name) do |*args, **options, &block|
            Door.note(kind, name.to_s) if Door.phase == 'change' && (kind == 'chance' || Door.unsure) && Worker.foreign?(caller(1..1).first)
            super(*args, **options, &block)
          end
        end
      end
      on.prepend(seen)
    end
  end

  # hang takes the place of every way to start something.
  def self.hang
    @env = ENV.to_h
    Puppet::Util::Execution.singleton_class.prepend(Execution)
    IO.singleton_class.prepend(Popen)
    Object.prepend(Starts)
    ::Kernel.singleton_class.prepend(PublicStarts)
    Process.singleton_class.prepend(PublicStarts)
    Open3.singleton_class.prepend(Captures)
    Watch.on('chance', Time.singleton_class, :now)
    Watch.on('chance', Object, :rand)
    Watch.on('chance', Random.singleton_class, :rand, :bytes)
    Watch.on('chance', SecureRandom.singleton_class, :hex, :random_bytes, :uuid, :base64, :alphanumeric, :random_number, :urlsafe_base64)
    Watch.on('chance', OpenSSL::PKey::RSA.singleton_class, :new, :generate) if defined?(OpenSSL::PKey::RSA)
    [File, FileTest, IO].each { |on| Watch.on('file', on.singleton_class, *Watch::FILES) }
    Watch.on('file', Dir.singleton_class, :exist?, :empty?, :glob, :[], :children, :entries, :each_child, :foreach)
  end
end
