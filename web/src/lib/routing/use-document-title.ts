import { useEffect } from 'react'

let title: string | undefined
let badge = ''

function write(): void {
  // The server has named the first screen.
  title ??= document.title
  document.title = badge + title
}

/** What the window's tab says, as the server writes it into the page; undefined leaves it. */
export function useDocumentTitle(name: string | undefined): void {
  useEffect(() => {
    if (name === undefined) return
    title = name
    write()
  }, [name])
}

/** Stands before whatever the tab says: `(3) `. */
export function useTitleBadge(text: string): void {
  useEffect(() => {
    badge = text
    write()
  }, [text])
}
