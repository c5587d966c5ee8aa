def write_files(folder):
    pass
