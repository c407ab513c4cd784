import type { ReactNode } from 'react'

/** A file chooser styled by `className` that also works by keyboard. */
export const ChooseFile = ({
  accept,
  multiple = false,
  folder = false,
  isWrong = false,
  className,
  onFiles,
  children,
}: {
  accept: string
  multiple?: boolean
  /** Chooses a folder with everything in it. */
  folder?: boolean
  /** Marks it as the place of an error, so that it gets the focus. */
  isWrong?: boolean
  className: string
  onFiles: (files: FileList) => void
  children: ReactNode
}) => (
  <label className={`choose-file ${className}`}>
    {children}
    <input
      type="file"
      accept={accept}
      multiple={multiple}
      {...(folder ? { webkitdirectory: '' } : {})}
      aria-invalid={isWrong || undefined}
      className="sr-only"
      onChange={({ target }) => {
        if (target.files) onFiles(target.files)
        // Lets the same file be chosen again after it was removed.
        target.value = ''
      }}
    />
  </label>
)
