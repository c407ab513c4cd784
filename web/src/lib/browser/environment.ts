/** Whether this code draws a page on the server, which knows neither the window nor what scripts will add. */
export const isServer = import.meta.env.SSR
