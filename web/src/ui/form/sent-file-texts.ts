/** The words of one file of a form in the making. */
export const rowTexts = {
  pause: (file: string) => `Pause ${file}`,
  goOn: (file: string) => `Go on with ${file}`,
  retry: (file: string) => `Try ${file} again`,
  retryWord: 'Try again',
  remove: (file: string) => `Remove ${file}`,
  arrived: 'Arrived',
} as const
