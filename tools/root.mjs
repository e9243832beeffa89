import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const inRoot = (...parts) => join(root, ...parts)

export const readWorkspaces = () => JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).workspaces

export const loadEnvFile = () => {
  if (existsSync(inRoot('.env'))) process.loadEnvFile?.(inRoot('.env'))
}
