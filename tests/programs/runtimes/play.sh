lines=0
while read -r line; do lines=$((lines + 1)); done
echo "lines $lines"
diff <(echo same) <(echo same) && cat <<< 'a here string'
file=$(mktemp)
chmod 640 "$file"
rm "$file"
coproc cat
echo through >&"${COPROC[1]}"
read -r line <&"${COPROC[0]}"
echo "$line"
