import type { PoolConfig } from 'pg'

/** As an operator writes it; the host may be a socket's folder. */
export const databaseUrl = ({ user, password, host, port, database }: PoolConfig): string =>
  `postgres://${user}:${encodeURIComponent(String(password))}@${encodeURIComponent(String(host))}:${port}/${database}`
