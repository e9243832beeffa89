import { openStripeEmulator } from './stripe-emulator.ts'

/** The emulator of Stripe as a process: says its address and keys in one line, and ends with its input. */
const { url, config, stop } = await openStripeEmulator()
process.stdout.write(`${JSON.stringify({ origin: new URL(url).origin, ...config })}\n`)
process.stdin.resume().once('end', () => void stop())
