/** The result of a page load after all redirects. */
export interface Loaded {
  status: number
  url: URL
  text: string
  headers: Headers
  /** Every URL on the way, including the last one. */
  trail: string[]
}

interface Cookie {
  name: string
  value: string
  path: string
}

/** A minimal browser for sign-in: cookies, redirects and forms. */
export class Browser {
  /** As in browsers, all ports of a host share them. */
  private cookies: Cookie[] = []

  /** Null if there is no such cookie for the whole site. */
  cookie(name: string): string | null {
    return this.cookies.find((one) => one.name === name && one.path === '/')?.value ?? null
  }

  setCookie(name: string, value: string, path = '/'): void {
    this.cookies = this.cookies.filter((one) => one.name !== name || one.path !== path)
    if (value !== '') this.cookies.push({ name, value, path })
  }

  async visit(address: string, init: RequestInit = {}): Promise<Loaded> {
    const trail: string[] = []
    let url = new URL(address)
    let request: RequestInit = init
    for (;;) {
      trail.push(url.href)
      if (trail.length > 12) throw new Error(`Redirected in circles: ${trail.join(' ')}`)
      const response = await this.fetchOnce(url, request)
      const location = response.headers.get('location')
      if (location === null) {
        return {
          status: response.status,
          url,
          text: await response.text(),
          headers: response.headers,
          trail,
        }
      }
      await response.body?.cancel()
      url = new URL(location, url)
      request = {}
    }
  }

  /** One request that does not follow redirects. */
  async fetchOnce(url: URL, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ accept: 'text/html', 'user-agent': 'Testing/1.0' })
    const cookies = this.cookies.filter(({ path }) => url.pathname.startsWith(path))
    if (cookies.length > 0)
      headers.set('cookie', cookies.map(({ name, value }) => `${name}=${value}`).join('; '))
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) this.keep(line)
    return response
  }

  /** Submits a form of the page; `action` is the end of its URL. */
  submit(page: Loaded, action: string, fields: Record<string, string> = {}): Promise<Loaded> {
    const form = forms(page).find((candidate) => candidate.action.endsWith(action))
    if (form === undefined) throw new Error(`No form ${action} on ${page.url.href}:\n${page.text}`)
    return this.visit(new URL(form.action, page.url).href, {
      method: 'POST',
      headers: { origin: page.url.origin },
      body: new URLSearchParams({ ...form.fields, ...fields }),
    })
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const attribute = (wanted: string) =>
      attributes
        .find((text) => text.toLowerCase().startsWith(`${wanted}=`))
        ?.slice(wanted.length + 1)
    const expires = attribute('expires')
    const isGone =
      attribute('max-age') === '0' || (expires !== undefined && Date.parse(expires) < Date.now())
    this.setCookie(name, isGone ? '' : value, attribute('path'))
  }
}

function forms({ text }: Loaded): { action: string; fields: Record<string, string> }[] {
  return [...text.matchAll(/<form[^>]*action="([^"]*)"[^>]*>/g)].map((match) => ({
    action: match[1] ?? '',
    // The page has one form, so its hidden fields belong to it.
    fields: Object.fromEntries(
      [...text.matchAll(/<input type="hidden" name="([^"]*)"\s+value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    ),
  }))
}
