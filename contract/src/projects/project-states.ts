/** The lifecycle of a project: who may make which transition from which status. Only the server makes them. */
export const PROJECT_STATUSES = [
  'requested',
  'deposit_paid',
  'accepted',
  'delivered',
  'revision_requested',
  'approved',
  'completed',
  'declined',
  'withdrawn',
  'expired',
  'cancelled',
  'disputed',
  'resolved',
] as const
export type ProjectStatus = (typeof PROJECT_STATUSES)[number]

export const PROJECT_ROLES = ['client', 'creator'] as const
export type ProjectRole = (typeof PROJECT_ROLES)[number]
/** `plinth`: a deadline passed, or the provider confirmed a payment. */
export type ProjectActor = ProjectRole | 'admin' | 'plinth'

interface Transition {
  from: readonly ProjectStatus[]
  to: ProjectStatus
  by: readonly ProjectActor[]
}

const AT_WORK = ['accepted', 'delivered', 'revision_requested'] as const

export const PROJECT_TRANSITIONS = {
  /** The deposit was paid. */
  deposit: { from: ['requested'], to: 'deposit_paid', by: ['plinth'] },
  /** When the creator wrote or agreed to the terms, `plinth` accepts them with the deposit. */
  accept: { from: ['deposit_paid'], to: 'accepted', by: ['creator', 'plinth'] },
  decline: { from: ['requested', 'deposit_paid'], to: 'declined', by: ['creator'] },
  withdraw: { from: ['requested', 'deposit_paid'], to: 'withdrawn', by: ['client'] },
  expire: { from: ['requested', 'deposit_paid'], to: 'expired', by: ['plinth'] },
  deliver: { from: ['accepted', 'revision_requested'], to: 'delivered', by: ['creator'] },
  requestRevision: { from: ['delivered'], to: 'revision_requested', by: ['client'] },
  /** Both agreed on a further change at a price. */
  agreeChange: { from: ['delivered'], to: 'revision_requested', by: ['client', 'creator'] },
  /** `plinth`: the client did not answer the delivery in time. */
  approve: { from: ['delivered'], to: 'approved', by: ['client', 'plinth'] },
  /** The remainder was paid. */
  complete: { from: ['approved'], to: 'completed', by: ['plinth'] },
  /** Approved but never paid: the creator gets the deposit. */
  abandon: { from: ['approved'], to: 'resolved', by: ['plinth'] },
  /** Nothing was delivered two weeks after the agreed date: the client takes the deposit back. */
  takeBack: { from: ['accepted'], to: 'cancelled', by: ['client'] },
  /** Both agreed how to split the deposit. */
  cancel: { from: [...AT_WORK, 'disputed'], to: 'cancelled', by: ['client', 'creator'] },
  dispute: { from: [...AT_WORK], to: 'disputed', by: ['client', 'creator'] },
  /**
   * The client's bank has disputed the deposit. If the bank returns it, the project continues in its previous status.
   */
  freeze: { from: ['deposit_paid', ...AT_WORK, 'approved'], to: 'disputed', by: ['plinth'] },
  /** `plinth`: nobody ruled in time, or the bank decided. */
  rule: { from: ['disputed'], to: 'resolved', by: ['admin', 'plinth'] },
} as const satisfies { readonly [action: string]: Transition }
export type ProjectTransition = keyof typeof PROJECT_TRANSITIONS

/** The calls available in the room, by name. The server lists those that the viewer can make now. */
export const PROJECT_ACTIONS = [
  'payDeposit',
  'offer',
  'accept',
  'decline',
  'withdraw',
  'deliver',
  'checkMilestone',
  'requestRevision',
  'complete',
  'takeBack',
  'proposeDate',
  'proposeChange',
  'proposeCancel',
  'dispute',
  'review',
] as const
export type ProjectAction = (typeof PROJECT_ACTIONS)[number]

/** Statuses in which a step by one of the two can still move money. */
export const OPEN_STATUSES: readonly ProjectStatus[] = [
  'requested',
  'deposit_paid',
  'accepted',
  'delivered',
  'revision_requested',
  'approved',
  'disputed',
]
