import { z } from 'zod'
import { variables } from './config-variables.ts'

const defaultOf = (schema: z.ZodType): string => {
  const { default: value } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The text of `.env.example`: every variable with its description; an uncommented line replaces the default. */
export const envExample = (): string =>
  [
    '# Copy to .env and uncomment what should differ. A line without a value counts as absent.',
    ...Object.entries(variables).map(
      ([name, schema]) => `# ${schema.description ?? ''}\n# ${name}=${defaultOf(schema)}`,
    ),
  ].join('\n\n') + '\n'
