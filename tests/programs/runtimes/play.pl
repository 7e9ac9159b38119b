use strict;
use warnings;
use File::Temp qw(tempfile);

$| = 1;
my @lines = <STDIN>;
print "lines ", scalar @lines, "\n";
my ($file, $name) = tempfile(UNLINK => 1);
chmod 0640, $name;
open my $nameless, '+>', undef or die $!;
print $nameless "x";
if (!fork) { print "child\n"; exit }
wait;
print `echo back`;
