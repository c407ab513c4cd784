import { useEffect } from 'react'

/**
 * Replaces `react-style-singleton`, by which Radix stops the page from scrolling behind a dialog. That package writes a
 * style element, which the content security policy only lets through with a nonce, and visitors' pages have none. The
 * policy has nothing against adopted sheets. `vite.config.ts` puts it in the package's place.
 */
export function styleSingleton() {
  let users = 0
  let sheet: CSSStyleSheet | null = null

  const add = (css: string) => {
    users += 1
    if (sheet !== null) return
    sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
  }
  const remove = () => {
    users -= 1
    if (users > 0) return
    const gone = sheet
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== gone)
    sheet = null
  }

  return function Sheet({ styles }: { styles: string }) {
    useEffect(() => {
      add(styles)
      return remove
    }, [styles])
    return null
  }
}
