/** How a Plinth is set up for browser journeys, whoever starts it. */
export const JOURNEY_SETTINGS = {
  // The journeys of many people share one address.
  RATE_LIMIT_PER_MINUTE: '0',
  // Otherwise it would depend on how busy the machine is whether For You is drawn on the server.
  PAGE_PATIENCE_MS: '30000',
  // The same for which answer an upload gets.
  UPLOAD_PATIENCE_MS: '60000',
}
