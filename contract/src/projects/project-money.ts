import {
  Array as ListOf,
  Enum,
  Object as ObjectOf,
  String as Text,
  type Static,
  type TSchema,
} from 'typebox'
import { Dollars, Id, Time, nullable } from '../http/scalars.ts'

const REFUND_STATES = ['waiting', 'sent', 'succeeded', 'failed'] as const
/** `held`: the creator has not connected an account yet. */
const TRANSFER_STATES = ['waiting', 'held', 'sent', 'failed'] as const

/** Money that left Plinth again, or is about to. */
const movedMoney = <E extends TSchema>(state: E) =>
  nullable(
    ObjectOf(
      {
        amount: Dollars,
        state,
        /** Why it has not arrived, fit to show. */
        reason: nullable(Text()),
        at: Time,
      },
      { additionalProperties: false },
    ),
  )

/** One charge of a card and what became of it. */
export const ProjectPayment = ObjectOf(
  {
    id: Id,
    purpose: Enum(['deposit', 'remainder']),
    amount: Dollars,
    /** `open`: the checkout waits for a card. */
    state: Enum(['open', 'paid']),
    paidAt: nullable(Time),
    /** The card fee, which the creator bears out of what is theirs; null to the client, and until it is known. */
    fee: nullable(Dollars),
    /** How it was divided when the project ended. */
    toClient: Dollars,
    toCreator: Dollars,
    refund: movedMoney(Enum([...REFUND_STATES])),
    transfer: movedMoney(Enum([...TRANSFER_STATES])),
  },
  { additionalProperties: false },
)
export type ProjectPayment = Static<typeof ProjectPayment>

/** Where every cent of a project is. Sums come from the ledger. */
export const ProjectMoney = ObjectOf(
  {
    /** Null until both agreed on one. */
    price: nullable(Dollars),
    deposit: nullable(Dollars),
    remainder: nullable(Dollars),
    /** Held by Plinth now. */
    held: Dollars,
    /** Of the creator, before the card fee. */
    released: Dollars,
    /** Back to the client. */
    refunded: Dollars,
    payments: ListOf(ProjectPayment),
  },
  { additionalProperties: false },
)
export type ProjectMoney = Static<typeof ProjectMoney>
