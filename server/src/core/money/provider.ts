import {
  PaymentsOff,
  PaymentsRefused,
  PaymentsUnavailable,
} from '../../gateways/payments/payments.ts'
import { AppError } from '../../http/errors.ts'

/** Turns the provider's failures into errors that can be shown to the person who is waiting. */
export async function callProvider<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PaymentsOff)
      throw new AppError('unavailable', 'Payments are switched off on this server.')
    if (error instanceof PaymentsUnavailable) {
      throw new AppError(
        'unavailable',
        'The card provider isn’t answering. Nothing was charged. Try again in a moment.',
        { headers: { 'retry-after': '5' } },
      )
    }
    if (error instanceof PaymentsRefused) {
      throw new AppError('unavailable', 'The card provider refused this. Nothing was charged.')
    }
    throw error
  }
}
