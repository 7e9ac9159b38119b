require 'open3'
require 'tempfile'

puts "lines #{STDIN.readlines.size}"
Tempfile.create('play') do |file|
  File.chmod(0640, file.path)
end
reader, writer = IO.pipe
child = fork { writer.puts 'child'; exit!(0) }
writer.close
puts reader.read
Process.wait child
puts Thread.new { 3 }.value
puts Open3.capture2('cat', stdin_data: 'through').first
