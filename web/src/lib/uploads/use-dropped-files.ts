import { useEffect, useEffectEvent, useState } from 'react'

/** Calls `onFiles` for files dropped anywhere on the window or pasted. Returns true while files are dragged over it. */
export function useDroppedFiles(onFiles: (files: FileList) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
    if (!data || data.files.length === 0) return
    event.preventDefault()
    onFiles(data.files)
  })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('paste', (event) => take(event, event.clipboardData), { signal })
    document.addEventListener(
      'dragover',
      (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return
        // Without this the browser would leave the page and open the file.
        event.preventDefault()
        setOver(true)
      },
      { signal },
    )
    document.addEventListener(
      'dragleave',
      (event) => {
        if (event.relatedTarget === null) setOver(false)
      },
      { signal },
    )
    document.addEventListener(
      'drop',
      (event) => {
        setOver(false)
        take(event, event.dataTransfer)
      },
      { signal },
    )
    return () => stop.abort()
  }, [])
  return isOver
}
