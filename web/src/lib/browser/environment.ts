/** Whether this code draws a page on the server, which knows neither the window nor what scripts will add. */
export const isServer = import.meta.env.SSR

/**
 * Loads a part that only the browser draws, because its styles are not among those of the server's pages. The server
 * draws what stands in for it.
 */
export const inBrowser = <Part>(load: () => Promise<Part>): Promise<Part> =>
  typeof document === 'undefined' ? new Promise<Part>(() => undefined) : load()
