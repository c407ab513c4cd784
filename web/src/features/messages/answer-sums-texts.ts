/** The words of a price in its halves, in the dialog and in the conversation. */
export const sumsTexts = {
  deposit: '50% deposit, on acceptance',
  balance: 'Balance, on approval',
  plinthKeeps: 'Plinth keeps',
} as const
