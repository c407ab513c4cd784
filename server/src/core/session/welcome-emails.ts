import type { PlainEmail } from '../notifications/emails/plain.ts'

/** What somebody gets once, when their account is made. */
export const welcomeEmail = (firstName: string, publicUrl: string): PlainEmail => ({
  subject: 'Welcome to Plinth',
  paragraphs: [
    firstName === '' ? 'Hello,' : `Hello ${firstName},`,
    'Your account is ready. Like, save and follow what you enjoy, and For You shows you more of it.',
    'Do you need something made? Open a work and press Hire. Your deposit stays with us until you approve the delivery.',
    `See what’s new: ${publicUrl}/for-you`,
    `Set up your profile and choose what we email you: ${publicUrl}/settings`,
    `Want to show and sell your own work? Become a creator: ${publicUrl}/subscribe`,
  ],
})
