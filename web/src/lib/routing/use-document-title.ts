import { useEffect } from 'react'

let title: string | undefined
let badge = ''

function write(): void {
  // The server has set the title of the first screen.
  title ??= document.title
  document.title = badge + title
}

/** Sets the title in the browser's tab; undefined leaves it. */
export function useDocumentTitle(name: string | undefined): void {
  useEffect(() => {
    if (name === undefined) return
    title = name
    write()
  }, [name])
}

/** Puts a badge such as `(3) ` in front of the title. */
export function useTitleBadge(text: string): void {
  useEffect(() => {
    badge = text
    write()
  }, [text])
}
