/** Who waits for a task. */
export interface Asker {
  /** People take turns; tasks without a person take turns together, as one. */
  person?: string | undefined
  /** Aborts when nobody waits for the task any more. */
  signal?: AbortSignal | undefined
}

interface Waiting {
  options: Asker & { rank?: number }
}

/**
 * Decides which task is next: the lowest rank, then whoever has waited longest for a turn, then the oldest. Somebody with
 * a hundred files waiting delays everybody else by one of them at a time.
 */
export function createTurns() {
  /** When each person had their last turn; whoever is not in it had none since the queue was empty. */
  const turns = new Map<string, number>()
  let count = 0
  const keyOf = ({ person = '' }: Asker): string => person
  const turnOf = ({ options }: Waiting): number => turns.get(keyOf(options)) ?? 0
  const isBefore = (one: Waiting, other: Waiting): boolean => {
    const ranks = (one.options.rank ?? 0) - (other.options.rank ?? 0)
    return ranks === 0 ? turnOf(one) < turnOf(other) : ranks < 0
  }

  return {
    /** Returns the next of these, which are in the order of their arrival and of which there is at least one. */
    take: <T extends Waiting>(waiting: readonly T[]): T => {
      const first = waiting.reduce((best, one) => (isBefore(one, best) ? one : best))
      if (waiting.length === 1) turns.clear()
      count += 1
      turns.set(keyOf(first.options), count)
      return first
    },
  }
}
