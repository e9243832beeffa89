import { giveUp } from './terminal.mjs'

const usage = `npm start -- [--category NAME] [--speed N] [--fleet N] [--dev] [--production]
  --category NAME  taxi or delivery: what the city carries (taxi)
  --speed N  the city runs N times faster than life, 1 to 60 (4, or 1 without a fleet)
  --fleet N  drivers of the trial fleet on the road, 0 switches it off (12)
  --dev      restart the server and reload the page on every change
  --production  as npm run start:production: an empty installation, without trial data`

const number = (name, text, low, high) => {
  const value = Number(text)
  if (text === undefined || text === '' || !Number.isFinite(value) || value < low || value > high)
    giveUp(
      `${name} takes a number from ${low} to ${high}.${name.startsWith('--') ? `\n${usage}` : ' See .env.example.'}`,
    )
  return value
}

const whole = (name, text, low, high) => {
  const value = number(name, text, low, high)
  if (!Number.isInteger(value)) giveUp(`${name} takes a whole number from ${low} to ${high}.\n${usage}`)
  return value
}

const categoryOf = (text) => {
  if (text !== 'taxi' && text !== 'delivery') giveUp(`--category takes taxi or delivery.\n${usage}`)
  return text
}

export const readOptions = (words, env) => {
  const options = {
    category: undefined,
    speed: undefined,
    fleet: undefined,
    dev: false,
    production: env.REMIS_MODE === 'production',
  }
  for (let at = 0; at < words.length; at++) {
    const [name, inline] = words[at].split('=', 2)
    const value = () => inline ?? words[++at]
    if (name === '--category') options.category = categoryOf(value())
    else if (name === '--speed') options.speed = number('--speed', value(), 1, 60)
    else if (name === '--fleet') options.fleet = whole('--fleet', value(), 0, 12)
    else if (name === '--dev') options.dev = true
    else if (name === '--production') options.production = true
    else if (name === '--help') {
      process.stdout.write(`${usage}\n`)
      process.exit(0)
    } else giveUp(`${name} is not known.\n${usage}`)
  }
  const { production } = options
  const fleet = options.fleet ?? (production ? 0 : 12)
  if (production && (fleet > 0 || (options.speed ?? 1) !== 1))
    giveUp('The trial fleet and --speed are for the trial, not for production.')
  const usual = fleet > 0 ? 4 : 1
  const ofEnv = () => (env.SIMULATED_SPEED ? number('SIMULATED_SPEED', env.SIMULATED_SPEED, 1, 60) : usual)
  const speed = options.speed ?? ofEnv()
  return { ...options, fleet, speed }
}
