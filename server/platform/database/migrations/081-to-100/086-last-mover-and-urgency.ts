/** The session in which a driver last made a move of a trip or went online [design/tracking-49]. */
export const name = '086-session-of-the-last-move'

export const up = 'alter table users add column mover_session uuid'
