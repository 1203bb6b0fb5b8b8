"use strict";
// node server.js PORT memory            state in memory only
// node server.js PORT file FOLDER       its own file storage, FlatFile
const { FlatFile, Server } = require("boardgame.io/server");

const [port, storage, dir] = process.argv.slice(2);
const options = { games: [require("./game.js")], origins: [`http://127.0.0.1:${port}`] };
if (storage === "file") options.db = new FlatFile({ dir });
const server = Server(options);
const { app } = server;
app.listen = (number, done) => app.server.listen(number, "127.0.0.1", done); // it has no option for the address
server.run({ port: Number(port), callback: () => console.log("open") });
