/** All texts of reviews. */
export const texts = {
  form: {
    heading: (name: string) => `Review ${name}`,
    blind: (name: string) =>
      `You’ll see each other’s review once both are written, or after a week. Yours then appears on ${name}’s profile.`,
    stars: 'Stars',
    star: (stars: number) => (stars === 1 ? '1 star' : `${stars} stars`),
    ofFive: (stars: number) => `${stars} of 5`,
    noStars: 'Choose how many stars.',
    text: 'Your review',
    placeholder: {
      client: 'What should the next client know?',
      creator: 'What should the next creator know?',
    },
    noText: 'Write a sentence or two.',
    send: 'Send review',
    sending: 'Sending...',
    sent: 'Review sent',
    failed: 'We couldn’t send your review. Your text is saved. Try again.',
  },
  own: 'Your review',
  other: (name: string) => `${name}’s review`,
  waits: (name: string, day: string) =>
    `${name} hasn’t written a review yet. We publish yours when they do, or on ${day}.`,
  stars: (stars: number) => `${stars} of 5 stars`,
  profile: {
    heading: 'Reviews',
    for: ' for ',
    all: 'Show all reviews',
    more: 'Show more reviews',
    loading: 'Loading more reviews',
    failed: 'We couldn’t load the reviews.',
    moreFailed: 'We couldn’t load more reviews.',
    again: 'Try again',
  },
  roomFailed: 'We couldn’t load the reviews of this project.',
} as const
