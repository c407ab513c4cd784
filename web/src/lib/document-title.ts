import { useEffect } from 'react'

/** What the window's tab says, as the server writes it into the page; undefined leaves it. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title
  }, [title])
}
