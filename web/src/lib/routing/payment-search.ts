/** How the person returned from the card provider's page. */
export interface PaymentSearch {
  checkout?: 'done' | 'cancelled'
  /** The promotion that was paid for. */
  promotion?: string
}

/** Reads the valid parameters and ignores the rest; never throws. */
export const readPaymentSearch = ({
  checkout,
  promotion,
}: Record<string, unknown>): PaymentSearch => ({
  ...(checkout === 'done' || checkout === 'cancelled' ? { checkout } : {}),
  ...(typeof promotion === 'string' ? { promotion } : {}),
})
