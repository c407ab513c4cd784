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
      throw new AppError('unavailable', 'Payments are switched off here, so nothing can be paid.')
    if (error instanceof PaymentsUnavailable) {
      throw new AppError(
        'unavailable',
        'The card provider does not answer right now. Nothing was charged; try again in a moment.',
        { headers: { 'retry-after': '5' } },
      )
    }
    if (error instanceof PaymentsRefused) {
      throw new AppError(
        'unavailable',
        'The card provider did not take this. Nothing was charged; it was noted.',
      )
    }
    throw error
  }
}
