import type { PlainEmail } from '../notifications/emails/plain.ts'
import { deviceOf, type RequestSource } from './device.ts'

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

const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

/** What somebody gets when their account is used with a browser that it did not know. It can't be switched off. */
export const newDeviceEmail = ({
  source: { userAgent, address },
  at,
  publicUrl,
}: {
  source: RequestSource
  at: Date
  publicUrl: string
}): PlainEmail => ({
  subject: 'New login to your Plinth account',
  title: 'Was this you?',
  paragraphs: [
    'Somebody logged in to your Plinth account with a browser it hasn’t been used with before.',
    `${deviceOf(userAgent)}\n${moment.format(at)} UTC\nFrom the network ${address}`,
    'If this was you, there’s nothing to do. A private window, or a browser whose cookies you cleared, counts as new, too.',
    'If it wasn’t you, log that device out in your settings. Then change your password where you log in, because whoever did this knows it.',
  ],
  button: { label: 'See where you’re logged in', url: `${publicUrl}/settings#sessions` },
})
