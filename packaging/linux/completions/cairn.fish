# fish completion of cairn.
complete -c cairn -l convert -d 'Convert the files, and the checkpoints in the folders'
complete -c cairn -l new-window -d 'Open a window of its own'
complete -c cairn -s h -l help -d 'Print all options and exit'
complete -c cairn -l help-all -d 'Print the options of Qt, too, and exit'
complete -c cairn -s v -l version -d 'Print the version and exit'
