import { DEPOSIT_PERCENT } from '../limits.ts'

/** The two parts of a price in cents. The deposit is rounded half up to the cent; they add up to the price. */
export function splitDeposit(cents: number): { deposit: number; remainder: number } {
  const deposit = Math.floor((cents * DEPOSIT_PERCENT + 50) / 100)
  return { deposit, remainder: cents - deposit }
}

/** The client's half of a held sum, in cents. An odd cent goes to the client. */
export const halfOf = (cents: number): number => Math.ceil(cents / 2)
