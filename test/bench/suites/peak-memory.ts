/**
 * JavaScript of the most memory that its process had, in KB; it takes `readFileSync`. What the system calls the maximum of a process
 * (`maxRSS`) begins with that of the process which started it: a suite that has just made its input had more than the command.
 */
export const peakKilobytes =
  '(()=>{try{return /VmHWM:[^0-9]*([0-9]+)/.exec(readFileSync("/proc/self/status","latin1"))[1]}catch{return process.resourceUsage().maxRSS}})()';

/** A module for `--import` that prints it to standard error when the process ends. */
export const PEAK: string = `data:text/javascript,import{readFileSync}from"node:fs";process.on("exit",()=>console.error("peak "+${peakKilobytes}))`;
