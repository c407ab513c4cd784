/** All texts of reviews. */
export const texts = {
  form: {
    heading: (name: string) => `Review ${name}`,
    opens: 'Opens when the project is complete.',
    blind: (name: string) =>
      `Neither of you reads the other’s before both are written, or a week has passed. Then both are published, yours on ${name}’s profile.`,
    stars: 'Stars',
    star: (stars: number) => (stars === 1 ? '1 star' : `${stars} stars`),
    ofFive: (stars: number) => `${stars} of 5`,
    noStars: 'Choose how many stars.',
    text: 'Your review',
    placeholder: {
      client: 'What should the next client know?',
      creator: 'What should the next maker know?',
    },
    noText: 'Write a sentence or two.',
    send: 'Send the review',
    sending: 'Sending...',
    sent: 'Your review is in',
    failed: 'The review could not be sent.',
  },
  own: 'Your review',
  other: (name: string) => `${name}’s review`,
  waits: (name: string, day: string) =>
    `${name} has not written theirs yet. Yours is published with it, or on ${day}.`,
  stars: (stars: number) => `${stars} of 5 stars`,
  profile: {
    heading: 'Reviews',
    for: ' for ',
    all: 'Show all reviews',
    more: 'Show more reviews',
    loading: 'Loading more reviews',
    failed: 'The reviews could not be loaded.',
    moreFailed: 'The next reviews could not be loaded.',
    again: 'Try again',
  },
  roomFailed: 'The reviews of this project could not be loaded.',
} as const
